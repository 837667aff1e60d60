import { type ApiCodeValues, type CodeBlock, insertParameters } from './code-block.ts';
import { toPythonLiteral as literal } from './string-literals.ts';

/** Returns a program for Python 3.8 and newer, without any library. */
export function toPythonCode(values: ApiCodeValues): CodeBlock[] {
  return [
    {
      file: 'dashboard.py',
      language: 'python',
      code: toHead(values) + insertParameters(PROGRAM, values),
    },
  ];
}

/** Returns the imports, and the settings of one dashboard. */
function toHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return `# python3 dashboard.py
import json
import sys
import uuid
from http.client import HTTPConnection, HTTPSConnection
from urllib.parse import quote, urlsplit

BASE_URL = ${literal(baseUrl)}
DASHBOARD_GUID = ${literal(dashboardGuid)}
# Secret: keep it on your server, and preferably outside of the code: os.environ["DASHBOARD_API_KEY"]
API_KEY = ${literal(apiKey)}
# All optional: the theme, the title's color, the background color. Write $ instead of #.
STYLE = "?theme=dark&color=gold&background-color=$101820"

`;
}

/** The session id, GetToken, the display address and Logout: the same for every dashboard. */
const PROGRAM = `
def create_session_id():
    """Call this once per login. Keep the id in the user's session: GetToken and Logout need the same one."""
    return str(uuid.uuid4())


def get_token(session_id):
    """The token is for this user only: never cache it for others. It is valid for two hours, or until the logout."""
    # <COMMENT>
    path = f"/Api/GetToken/{quote(API_KEY, safe='')}/{session_id}/{DASHBOARD_GUID}<QUERY>"
    # All optional, for the statistics: {"user": "ann", "organization": "North", "customInfo": "..."}
    fields = {}
    return call_service("GetToken", "POST", path, json.dumps(fields))


def to_display_address(token):
    """Returns the src of an <iframe> in this user's page, or of a link that opens the dashboard as a page."""
    return f"{BASE_URL}/Tdb/{token}{STYLE}"


def log_out(session_id):
    """Call this when the user signs out of your application. It ends all tokens of the session id."""
    call_service("Logout", "GET", f"/api/logout/{quote(API_KEY, safe='')}/{session_id}")


def call_service(name, method, path, body=None):
    url = urlsplit(BASE_URL)
    connect = HTTPSConnection if url.scheme == "https" else HTTPConnection
    service = connect(url.netloc, timeout=10)
    headers = {"Accept": "text/plain", "Content-Type": "application/json"}
    try:
        service.request(method, url.path + path, body, headers)
        answer = service.getresponse()
        text = answer.read().decode()
    except Exception:
        # Drops the error: its text could contain the address, and with it the key.
        raise RuntimeError(f"{name} failed: the dashboard service did not answer.") from None
    finally:
        service.close()
    if answer.status not in (200, 204):
        raise RuntimeError(f"{name} failed: status {answer.status}.")
    return text


if __name__ == "__main__":
    session_id = create_session_id()
    print(to_display_address(get_token(session_id)), flush=True)
    print("This address shows the dashboard. Press Enter to sign out.", file=sys.stderr)
    sys.stdin.readline()
    log_out(session_id)
`;
