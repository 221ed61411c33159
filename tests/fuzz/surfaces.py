"""Every surface by its name."""

from fuzz.config_files import GameFile, PaytableFile, ProfileFile, TableFile
from fuzz.control_socket import ControlSocket
from fuzz.kept_files import KeptFiles
from fuzz.mqtt_pages import PagesHear
from fuzz.mqtt_table import TableHears
from fuzz.numeric_sign import NumericSignLine
from fuzz.pages_server import PagesServer
from fuzz.play_files import PlayFiles
from fuzz.serial_board import BoardHears
from fuzz.serial_host import HostHears
from fuzz.surface import Surface

SURFACES: dict[str, type[Surface]] = {
    each.name: each
    for each in (
        HostHears, BoardHears, NumericSignLine, TableHears, PagesHear, ControlSocket, PagesServer, TableFile,
        ProfileFile, GameFile, PaytableFile, PlayFiles, KeptFiles,
    )
}  # fmt: skip
