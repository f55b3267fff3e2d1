"""What every answer has: security headers, and no body for ``HEAD``."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), "
    "fullscreen=(self), screen-wake-lock=(self)",
    "X-Frame-Options": "DENY",
}


class SecurityHeaders:
    """ASGI middleware: puts ``HEADERS`` on every answer, and HSTS when people come by https.

    It wraps everything, so that an answer made by a fault deep inside has the headers too.
    """

    def __init__(self, app: ASGIApp, https: bool = False) -> None:
        self.app = app
        strict = {"Strict-Transport-Security": "max-age=31536000"} if https else {}
        self.headers = [(name.lower().encode(), value.encode()) for name, value in {**HEADERS, **strict}.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        await self.app(scope, receive, send_with_headers)


class HeadLikeGet:
    """ASGI middleware: ``HEAD`` gets what ``GET`` would, without the body; a stream, which has no end, takes none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith("/live"):
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        await self.app({**scope, "method": "GET"}, receive, send_without_body)
