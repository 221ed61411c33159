"""Which requests of a browser the pages' server accepts. A foreign page in the same browser can do nothing, because it
has neither this server's origin nor its token. PINs are passed on and not stored."""

import hmac
import secrets
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEADERS = {
    # Scripts, styles and frames from this server only, and no request to any other.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {frames}"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    # After an update no browser may use files of the version before.
    "Cache-Control": "no-cache",
}
HERE = ("localhost", "127.0.0.1", "[::1]")


class Guard:
    """One token for each run of the server; only the server's own pages contain it."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)

    def knows(self, token: object) -> bool:
        return isinstance(token, str) and hmac.compare_digest(token.encode(errors="replace"), self.token.encode())


def named_here(request: web.Request) -> bool:
    """The request uses one of this machine's own names: any other is a foreign one that resolves to this machine."""
    return _named(request.host) in HERE


def same_origin(request: web.Request) -> bool:
    """A page of this server opened the WebSocket; a browser always sends the page's true origin."""
    return request.headers.get("Origin") in (f"http://{request.host}", f"https://{request.host}")


def cross_site(request: web.Request) -> bool:
    """A foreign page sent the request, according to the browser's own header."""
    return request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def _named(host: str) -> str:
    """The host without its port."""
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host


@web.middleware
async def restricted(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Adds the headers that restrict what a browser does with the answer."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        error.headers.update(_headers(request))
        raise
    if not response.prepared:
        response.headers.update({**_headers(request), **response.headers})
    return response


def _headers(request: web.Request) -> dict[str, str]:
    """Only a sign may be in a frame, and only in one of this server's pages, so nothing can cover the dealer's keys."""
    frames = "'self'" if request.path.startswith("/sign/") else "'none'"
    return {name: value.replace("{frames}", frames) for name, value in HEADERS.items()}
