# SPDX-License-Identifier: Apache-2.0
"""A small service whose answers say what they are: `service.py PORT VERSION [HOST]`."""

import asyncio
import json
import sys
import urllib.parse


class Service:
    """Things that have a version, visitors' own accounts, and what it is sent."""

    def __init__(self, version):
        self.version = version

    def answer(self, method, target, fields, body):
        """Status, fields and body of an answer."""
        url = urllib.parse.urlsplit(target)
        parts = url.path.strip("/").split("/")
        query = dict(urllib.parse.parse_qsl(url.query))
        if method == "PUT" and parts == ["version"]:
            self.version = max(self.version, int(body))
            return 204, {}, b""
        if parts[0] == "items":
            return self.said({"id": parts[1], "language": query["language"]})
        if parts[0] == "stars":
            return self.said({"id": parts[1], "stars": int(parts[1]) % 5})
        if parts[0] == "shelf":
            return self.said({"id": parts[1]}, "public, max-age=2, stale-while-revalidate=2")
        if parts[0] == "account":
            who = fields.get("cookie", "").removeprefix("who=")
            return self.said({"who": who}, "private, max-age=60")
        if parts[0] == "echo":
            return 200, {"content-type": "application/octet-stream"}, body
        return 404, {"content-type": "application/json"}, b"{}"

    def said(self, members, control=None):
        body = json.dumps(members | {"version": self.version}).encode()
        fields = {"content-type": "application/json"}
        return 200, fields | ({"cache-control": control} if control else {}), body

    async def serve(self, reader, writer):
        """Answers one connection until its peer closes it."""
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                request, *lines = head.decode().strip().split("\r\n")
                if request.startswith("PRI "):
                    # The gateway asks whether HTTP/2 is spoken here.
                    return writer.close()
                method, target, _ = request.split(" ")
                fields = {name.lower(): value.strip() for name, value in
                          (line.split(":", 1) for line in lines)}
                body = await self.body(reader, fields)
                status, answered, body = self.answer(method, target, fields, body)
                answered["content-length"] = str(len(body))
                text = "".join(f"{name}: {value}\r\n" for name, value in answered.items())
                writer.write(f"HTTP/1.1 {status} X\r\n{text}\r\n".encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    @staticmethod
    async def body(reader, fields):
        if fields.get("transfer-encoding", "").lower() != "chunked":
            return await reader.readexactly(int(fields.get("content-length", 0)))
        body = b""
        while size := int((await reader.readline()).split(b";")[0], 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
        return body


async def main():
    service = Service(int(sys.argv[2]))
    host = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
    server = await asyncio.start_server(service.serve, host, int(sys.argv[1]))
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
