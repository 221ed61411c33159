"""A broker whose certificate has run out, or begins later than this machine's clock says: named, with what to do (R200,
E39: a Pi may wake in 1970)."""

import asyncio
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from support.signs.broker import HardBroker, connecting
from support.spoken import say
from support.waiting import until

from controller.signs.publisher import Publication, Publisher

AUTHORITY = """
[ca]
default_ca = here
[here]
database = {folder}/index
new_certs_dir = {folder}
rand_serial = yes
default_md = sha256
policy = anything
x509_extensions = broker
[anything]
commonName = supplied
[broker]
subjectAltName = IP:127.0.0.1
"""


def certified(folder: Path, start: str, end: str) -> tuple[Path, Path]:
    """A key, and a certificate that signs itself, for these days."""
    key, request, certificate = folder / "key.pem", folder / "request.pem", folder / "certificate.pem"
    (folder / "index").touch()
    (folder / "authority").write_text(AUTHORITY.format(folder=folder))
    subject = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=broker"
    days = f"-startdate {start}000000Z -enddate {end}000000Z"
    files = f"-keyfile {key} -in {request} -out {certificate}"
    for command in (
        f"req {subject} -keyout {key} -out {request}",
        f"ca -batch -selfsign -config {folder}/authority -notext {files} {days}",
    ):
        subprocess.run(["openssl", *command.split()], check=True, capture_output=True)
    return key, certificate


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho lets refused ones to the GC
@pytest.mark.parametrize(
    ("start", "end", "named", "advice"),
    [
        ("20200101", "20210101", "has expired", "renew the broker's certificate"),
        ("20900101", "20910101", "not yet valid", "correct this machine's clock"),
    ],
)
async def test_r200_a_certificate_out_of_its_time_is_named(
    tmp_path: Path, start: str, end: str, named: str, advice: str
) -> None:
    key, certificate = certified(tmp_path, start, end)
    with HardBroker(tmp_path, f"certfile {certificate}\nkeyfile {key}") as broker:
        last = Publication("status", b"{}", True, None)
        table = Publisher(connecting(broker.port, "bj-1", ca=str(certificate)), lambda _: (last,), lambda _: last, 1)
        running = asyncio.create_task(table.run())
        await until(lambda: named in say(table.health()["error"]))
        assert advice in say(table.health()["error"])
        assert not table.health()["connected"]
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
