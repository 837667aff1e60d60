# DASHBOARD_URL=… DASHBOARD_API_KEY=… python3 dashboards.py
import json
import os
import re
from http.client import HTTPConnection, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, urlsplit

BASE_URL = os.environ["DASHBOARD_URL"].rstrip("/")
API_KEY = quote(os.environ["DASHBOARD_API_KEY"], safe="")
TOKEN = re.compile(r"[\w.~!$&'()*+,;=-]{8,4096}", re.ASCII)


def user_of(request):
    """Yours: who is logged in, by your own session. Here it is Ann, by a cookie that anybody can write."""
    if "login=demo" not in request.headers.get("Cookie", ""):
        return None
    return {
        "name": "ann",
        # One login of one user: letters, digits, - and _. GetToken and Logout get the same.
        "session_id": "ann-demo",
        "dashboards": ["6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"],
        "regions": ["North", "South"],
    }


def is_own_page(headers):
    """Pages of other sites can send neither this header nor JSON. Old browsers name the origin only."""
    is_json = headers.get("Content-Type", "").split(";")[0].strip().lower() == "application/json"
    is_origin = headers.get("Origin", "").split("://")[-1] == headers.get("Host")
    is_same = headers.get("Sec-Fetch-Site", "same-origin" if is_origin else "") == "same-origin"
    return is_json and is_same and headers.get("X-Embedded-Dashboard") == "1"


def call_service(method, path, fields=None):
    """Follows no redirect, which would take the key elsewhere."""
    url = urlsplit(BASE_URL)
    connection = HTTPSConnection if url.scheme == "https" else HTTPConnection
    service = connection(url.netloc, timeout=10)
    try:
        headers = {"Content-Type": "application/json"}
        service.request(method, url.path + path, fields and json.dumps(fields), headers)
        answer = service.getresponse()
        return answer.status, answer.read(16_384).decode()
    except Exception:
        # Not passed on, and not logged: its text may hold the address, and so the key.
        return 502, ""
    finally:
        service.close()


def parse_token(text):
    """Bare, as a JSON string, or in an object."""
    text = text.strip()
    try:
        answer = json.loads(text) if text[:1] in ('"', "{") else text
    except ValueError:
        return None
    if isinstance(answer, dict):
        answer = answer.get("token") or answer.get("Token")
    return answer if isinstance(answer, str) and TOKEN.fullmatch(answer) else None


def get_token(user, guid, parameters):
    # The page only asks. Nothing reaches the service but values that this user may see.
    region = parameters.get("Region", user["regions"][0])
    if guid not in user["dashboards"] or region not in user["regions"]:
        return 403, None
    query = quote(f"Region={region}", safe="")
    path = f"/Api/GetToken/{API_KEY}/{user['session_id']}/{guid}?SQLparameters={query}"
    status, text = call_service("POST", path, {"user": user["name"]})
    token = parse_token(text) if status == 200 else None
    if token:
        return 200, {"token": token, "baseUrl": BASE_URL}
    return (404 if status == 404 else 502), None


def log_out(user):
    status, _ = call_service("GET", f"/api/logout/{API_KEY}/{user['session_id']}")
    return (204 if status in (200, 204, 404) else 502), None


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        status, content = self.answer()
        self.send_response(status)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        body = b"" if content is None else json.dumps(content).encode()
        if body:
            self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > 8_192:
            return 413, None
        body = self.rfile.read(length)
        if not is_own_page(self.headers):
            return 403, None
        user = user_of(self)
        if not user:
            return 401, None
        if self.path == "/dashboards/logout":
            return log_out(user)
        if self.path != "/dashboards/token":
            return 404, None
        try:
            call = json.loads(body)
            guid = str(call["dashboardGuid"]).lower()
            parameters = dict(call.get("parameters") or {})
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return 400, None
        return get_token(user, guid, parameters)


ThreadingHTTPServer(("localhost", 3000), Handler).serve_forever()
