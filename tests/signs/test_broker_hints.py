"""What to do about a broker that cannot be reached follows from the type of the error, not from its text."""

import errno
import socket
import ssl

import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from buses.contract import BusError
from buses.mqtt_bus import _explained
from words.message import Message


def of_certificate(code: int) -> ssl.SSLCertVerificationError:
    made = ssl.SSLCertVerificationError(1, "the certificate is refused")
    made.verify_code = code
    return made


def of_library(behind: OSError) -> aiomqtt.MqttError:
    """As the library makes it: the error behind it is only its context."""
    try:
        try:
            raise behind
        except OSError as error:
            raise aiomqtt.MqttError(str(error)) from None
    except aiomqtt.MqttError as made:
        return made


def no_tls() -> ssl.SSLError:
    made = ssl.SSLError(1, "the record layer fails")
    made.reason = "WRONG_VERSION_NUMBER"
    return made


@pytest.mark.parametrize(
    ("fault", "hint"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "rechazada"), "start"),
        (socket.gaierror(socket.EAI_NONAME, "unknown"), "host"),
        (socket.gaierror(socket.EAI_AGAIN, "no answer"), "host"),
        (ValueError("invalid host"), "host"),
        (TimeoutError(), "frozen"),
        (OSError(errno.ENETUNREACH, "no network"), "frozen"),
        (OSError(errno.EHOSTUNREACH, "no route"), "frozen"),
        (no_tls(), "frozen"),
        (of_certificate(10), "expired"),
        (of_certificate(9), "early"),
        (of_certificate(20), "certificate"),
        (PermissionError(errno.EACCES, "no right", "ca.pem"), "certificate"),
        (FileNotFoundError(errno.ENOENT, "no file", "ca.pem"), "certificate"),
        (of_library(ConnectionRefusedError(errno.ECONNREFUSED, "x")), "start"),
        (aiomqtt.MqttCodeError(ReasonCode(PacketTypes.CONNACK, identifier=0x87)), "password"),
        (aiomqtt.MqttCodeError(ReasonCode(PacketTypes.DISCONNECT, identifier=0x80)), "broke"),
        (aiomqtt.MqttCodeError(ReasonCode(PacketTypes.DISCONNECT, identifier=0x8B)), "log"),
        (aiomqtt.MqttError("unknown"), "log"),
        (OSError(errno.EIO, "input/output"), "log"),
    ],
)
def test_the_remedy_follows_from_the_type_of_the_error(fault: Exception, hint: str) -> None:
    with pytest.raises(BusError) as raised, _explained("broker:1883"):
        raise fault
    found = raised.value.message.facts["hint"]
    assert isinstance(found, Message)
    assert found.code == f"signs.hint_{hint}"
