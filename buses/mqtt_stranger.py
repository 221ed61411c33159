"""Whether an MQTT broker lets a stranger in: somebody with neither user nor password."""

import asyncio
import ssl

WITHIN = 1.5  # seconds for TCP and TLS, and the broker's answer
CONNECT = bytes.fromhex("10 0d 0004 4d515454 05 02 0005 00 0000")  # MQTT 5, clean start, no name
CONNACK, ACCEPTED = 0x20, 0x00


async def lets_strangers_in(host: str, port: int, tls: ssl.SSLContext | None) -> bool:
    """Raises OSError if the broker does not answer. One that closes the connection lets nobody in."""
    async with asyncio.timeout(WITHIN):
        reader, writer = await asyncio.open_connection(host, port, ssl=tls)
        try:
            writer.write(CONNECT)
            kind, _length, _session, reason = await reader.readexactly(4)
        except (asyncio.IncompleteReadError, ConnectionError):
            return False
        finally:
            writer.transport.abort()
    return (kind, reason) == (CONNACK, ACCEPTED)
