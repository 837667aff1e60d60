import { type ApiCodeValues, type CodeBlock, insertParameters } from './code-block.ts';
import { toBashLiteral as literal } from './string-literals.ts';

/** Returns a script for Bash and curl. */
export function toCurlCode(values: ApiCodeValues): CodeBlock[] {
  return [
    {
      file: 'dashboard.sh',
      language: 'bash',
      code: toHead(values) + insertParameters(PROGRAM, values),
    },
  ];
}

/** Returns the head of the script with the settings of one dashboard. */
function toHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return String.raw`#!/usr/bin/env bash
# bash dashboard.sh
set -euo pipefail

BASE_URL=${literal(baseUrl)}
DASHBOARD_GUID=${literal(dashboardGuid)}
# Secret: keep it on your server, and preferably outside of the code: API_KEY=$DASHBOARD_API_KEY
API_KEY=${literal(apiKey)}
# All optional: the theme, the title's color, the background color. Write $ instead of #.
STYLE='?theme=dark&color=gold&background-color=$101820'

`;
}

/** The session id, GetToken, the display address and Logout: the same for every dashboard. */
const PROGRAM = String.raw`# Call this once per login. Keep the id in the user's session: GetToken and Logout need the same one.
create_session_id() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

# The token is for this user only: never cache it for others. It is valid for two hours, or until the logout.
get_token() {
  # <COMMENT>
  local path="/Api/GetToken/$(encode "$API_KEY")/$1/$DASHBOARD_GUID<QUERY>"
  # All optional, for the statistics: {"user":"ann","organization":"North","customInfo":"..."}
  call_service GetToken "$path" --data '{}' --header 'Content-Type: application/json'
}

# Prints the src of an <iframe> in this user's page, or of a link that opens the dashboard as a page.
to_display_address() {
  printf '%s\n' "$BASE_URL/Tdb/$1$STYLE"
}

# Call this when the user signs out of your application. It ends all tokens of the session id.
log_out() {
  call_service Logout "/api/logout/$(encode "$API_KEY")/$1" > /dev/null
}

# Encodes every byte as %xx.
encode() {
  printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'
}

call_service() {
  local name=$1 path=$2 answer status
  shift 2
  # Passes the URL through a pipe: all users of this machine can see a program's arguments, and with them the key.
  answer=$(printf 'url = "%s"\n' "$BASE_URL$path" |
    curl --config - --silent --max-time 10 --header 'Accept: text/plain' \
      --write-out '\n%{http_code}' "$@") || true
  status=$(tail -n 1 <<< "$answer")
  case $status in
    200 | 204) head -n 1 <<< "$answer" ;;
    000 | '') echo "$name failed: the dashboard service did not answer." >&2; return 1 ;;
    *) echo "$name failed: status $status." >&2; return 1 ;;
  esac
}

session_id=$(create_session_id)
token=$(get_token "$session_id")
to_display_address "$token"
echo 'This address shows the dashboard. Press Enter to sign out.' >&2
read -r || true
log_out "$session_id"
`;
