"""The casino's broker as it is shipped: config/mosquitto/ with nothing changed but paths, port and user, real
certificates and passwords."""

import os
import pwd
import subprocess
from pathlib import Path

from support.signs.broker import HardBroker

from controller.config.resources import shipped

SHIPPED = shipped("config") / "mosquitto"
PASSWORD = "of a test"  # noqa: S105
USERS = ("bj-1", "bj-2", "sign-1", "sign-2")


class HouseBroker(HardBroker):
    """mosquitto with the shipped files."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        super().__init__(folder)
        self.port = port or self.port
        self.certs = folder / "certs"
        root = Path(__file__).parents[3]
        subprocess.run(
            [root / "tools" / "certificates.sh", self.certs, "127.0.0.1"], check=True, capture_output=True, cwd=root
        )
        for place, user in enumerate(USERS):
            subprocess.run(
                ["mosquitto_passwd", *(() if place else ("-c",)), "-b", folder / "passwords", user, PASSWORD],
                check=True, capture_output=True,
            )  # fmt: skip
        (folder / "acl").write_text((SHIPPED / "acl").read_text())

    @property
    def ca(self) -> Path:
        return self.certs / "ca.pem"

    def config(self) -> str:
        text = (SHIPPED / "mosquitto.conf").read_text()
        for shipped_word, word in {
            "listener 8883": f"listener {self.port} 127.0.0.1",
            "/etc/mosquitto": str(self._folder),
            "/var/lib/mosquitto/": f"{self._folder}/",
            "log_dest syslog": f"log_dest stderr\nuser {pwd.getpwuid(os.geteuid()).pw_name}",
        }.items():
            assert shipped_word in text, shipped_word
            text = text.replace(shipped_word, word)
        return text
