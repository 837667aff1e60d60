"""Answers the two addresses of the element, in any Python framework."""

import json
import os
import re
from http.client import HTTPConnection, HTTPSConnection
from urllib.parse import quote, urlsplit

BASE_URL = os.environ["DASHBOARD_URL"].rstrip("/")
API_KEY = quote(os.environ["DASHBOARD_API_KEY"], safe="")
SCRIPT = "node_modules/embedded-dashboard/dist/embedded-dashboard.min.js"
MAX_BODY_BYTES = 8_192
TOKEN = re.compile(r"[\w.~!$&'()*+,;=-]{8,4096}", re.ASCII)

# Yours: load these from your database.
ANN = {
    "name": "ann",
    # One id for each login: letters, digits, - and _. GetToken and Logout get the same id.
    "session_id": "ann-demo",
    "dashboards": ["6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"],
    "regions": ["North", "South"],
}


def answer(action, headers, user, body):
    """Returns the text, the status and the headers of the answer. `user` is None if nobody is signed in."""
    status, content = decide(action, headers, user, body)
    common = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    if content is None:
        return "", status, common
    return json.dumps(content), status, {**common, "Content-Type": "application/json"}


def decide(action, headers, user, body):
    if len(body) > MAX_BODY_BYTES:
        return 413, None
    if not is_own_page(headers):
        return 403, None
    if not user:
        return 401, None
    if action == "logout":
        return log_out(user)
    if action != "token":
        return 404, None
    try:
        call = json.loads(body)
        guid = str(call["dashboardGuid"]).lower()
        parameters = dict(call.get("parameters") or {})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return 400, None
    return get_token(user, guid, parameters)


def is_own_page(headers):
    """Pages of other sites can send neither this header nor JSON. Old browsers send only the origin."""
    is_json = headers.get("Content-Type", "").split(";")[0].strip().lower() == "application/json"
    is_origin = headers.get("Origin", "").split("://")[-1] == headers.get("Host")
    is_same = headers.get("Sec-Fetch-Site", "same-origin" if is_origin else "") == "same-origin"
    return is_json and is_same and headers.get("X-Embedded-Dashboard") == "1"


def get_token(user, guid, parameters):
    # The service only gets values that this user may see.
    region = parameters.get("Region", user["regions"][0])
    if guid not in user["dashboards"] or region not in user["regions"]:
        return 403, None
    query = quote(f"Region={region}", safe="")
    path = f"/Api/GetToken/{API_KEY}/{user['session_id']}/{guid}?SQLparameters={query}"
    status, text = call_service("POST", path, {"user": user["name"]})
    grant = parse_grant(text) if status == 200 else None
    if grant:
        return 200, {**grant, "baseUrl": BASE_URL}
    return (404 if status == 404 else 502), None


def log_out(user):
    status, _ = call_service("GET", f"/api/logout/{API_KEY}/{user['session_id']}")
    return (204 if status in (200, 204, 404) else 502), None


def call_service(method, path, fields=None):
    """Follows no redirects, because they would send the key to another address."""
    url = urlsplit(BASE_URL)
    connection = HTTPSConnection if url.scheme == "https" else HTTPConnection
    service = connection(url.netloc, timeout=10)
    try:
        # Asks for JSON, because only JSON has the lifetime of the token.
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        service.request(method, url.path + path, fields and json.dumps(fields), headers)
        response = service.getresponse()
        return response.status, response.read(16_384).decode()
    except Exception:
        # Not passed on and not logged: the text of the error may contain the key.
        return 502, ""
    finally:
        service.close()


def parse_grant(text):
    """Reads a token that is bare, a JSON string, or in an object with its lifetime in seconds."""
    text = text.strip()
    try:
        content = json.loads(text) if text[:1] in ('"', "{") else text
    except ValueError:
        return None
    fields = content if isinstance(content, dict) else {"token": content}
    token = fields.get("token") or fields.get("Token")
    if not isinstance(token, str) or not TOKEN.fullmatch(token):
        return None
    expires_in = fields.get("expiresIn")
    is_lifetime = type(expires_in) in (int, float) and 1 <= expires_in <= 7_200
    return {"token": token, "expiresIn": expires_in} if is_lifetime else {"token": token}
