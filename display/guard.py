"""Who may ask what of the pages' server. A private page answers to this machine alone; a page of
somebody else in the same browser can press nothing: it has neither our origin nor our token. PINs are passed on, never
kept."""

import hmac
import ipaddress
import secrets
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEADERS = {
    # No script or style but our own files, no frame but our own, nothing sent anywhere else.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {frames}"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    # After an update no browser may go on with files of the version before, or with some of them.
    "Cache-Control": "no-cache",
}
HERE = ("localhost", "127.0.0.1", "[::1]")


class Guard:
    """One token for a run of the program: it stands in our own pages and nowhere else."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)

    def knows(self, token: object) -> bool:
        return isinstance(token, str) and hmac.compare_digest(token.encode(errors="replace"), self.token.encode())


def from_here(request: web.Request) -> bool:
    """Asked by this machine, by a name of this machine: another name would be somebody else's that points here."""
    try:
        address = ipaddress.ip_address(request.remote or "")
    except ValueError:
        return False
    return address.is_loopback and _named(request.host) in HERE


def same_origin(request: web.Request) -> bool:
    """A socket is opened by a page of this very server; browsers send the page's origin and cannot be made to lie."""
    return request.headers.get("Origin") in (f"http://{request.host}", f"https://{request.host}")


def cross_site(request: web.Request) -> bool:
    """Asked for by a page of somebody else, as the browser itself says."""
    return request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def _named(host: str) -> str:
    """Without the port."""
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host


@web.middleware
async def armoured(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every answer says what a browser may do with it."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        error.headers.update(_headers(request))
        raise
    if not response.prepared:
        response.headers.update({**_headers(request), **response.headers})
    return response


def _headers(request: web.Request) -> dict[str, str]:
    """Only a sign may stand in a frame, and only in one of ours: nobody can lay a page over the dealer's keys."""
    frames = "'self'" if request.path.startswith("/sign/") else "'none'"
    return {name: value.replace("{frames}", frames) for name, value in HEADERS.items()}
