#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs users in at a running gateway through PyPI's oidc-provider-mock.

usage: oidc.py PORTICO
"""

import json
import logging
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

import oidc_provider_mock

from gateway import served

REDIRECT = "http://127.0.0.1:9/back"
SITE = """{
  languages: { published: ["en"], source: "en", default: "en" }, roots: "*",
  resources: {
    at: "/v1",
    people: {
      signUp: true,
      providers: { mock: { issuer: "ISSUER", client: "shop", secret: "MOCK_SECRET", scopes: ["email", "profile"] } },
    },
  },
}
"""


class Redirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_):
        return None


def send(url, body, media_type="application/json", method="POST"):
    """Returns the status, the fields and the text of an answer."""
    opener = urllib.request.build_opener(Redirects)
    request = urllib.request.Request(url, body.encode(), {"content-type": media_type}, method=method)
    try:
        with opener.open(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read().decode()


def sign_in(address, subject, state=None):
    """Signs a user in; returns the status and the JSON of the last answer."""
    order = json.dumps({"provider": "mock", "redirect": REDIRECT})
    status, _, text = send(f"{address}/v1/session:authorize", order)
    assert status == 200, text
    begun = json.loads(text)
    form = urllib.parse.urlencode({"sub": subject})
    status, fields, text = send(begun["url"], form, "application/x-www-form-urlencoded")
    assert status == 302, text
    back = urllib.parse.parse_qs(urllib.parse.urlsplit(fields["location"]).query)
    assert back["state"] == [begun["state"]], back
    answer = {"provider": "mock", "state": state or begun["state"], "code": back["code"][0]}
    status, _, text = send(f"{address}/v1/session", json.dumps(answer))
    return status, json.loads(text)


def main(portico):
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with oidc_provider_mock.run_server_in_thread() as provider:
        issuer = f"http://localhost:{provider.server_port}"
        claims = {"email": "ann@example.com", "email_verified": True, "name": "Ann"}
        send(f"{issuer}/users/ann", json.dumps(claims), method="PUT")
        send(f"{issuer}/users/bob", json.dumps({"email": "bob@example.com"}), method="PUT")
        with served(portico, SITE.replace("ISSUER", issuer), {"MOCK_SECRET": "word"}) as (address, _):
            status, first = sign_in(address, "ann")
            assert status == 201 and first["email"] == "ann@example.com", (status, first)
            assert first["display_name"] == "Ann", first
            status, second = sign_in(address, "ann")
            assert status == 200 and second["id"] == first["id"], (status, second)
            status, wrong = sign_in(address, "ann", state="pc_other")
            assert status == 422, (status, wrong)
            status, unverified = sign_in(address, "bob")
            assert status == 422 and unverified["code"] == "invalid", (status, unverified)
    print("4 sign-ins through oidc-provider-mock: as expected")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(str(pathlib.Path(sys.argv[1]).resolve()))
