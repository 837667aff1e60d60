import { type ApiCodeValues, type CodeBlock, insertParameters } from './code-block.ts';
import { toPhpLiteral as literal } from './string-literals.ts';

/** Returns a program for PHP 8.0 and newer, without any library or extension. */
export function toPhpCode(values: ApiCodeValues): CodeBlock[] {
  return [
    {
      file: 'dashboard.php',
      language: 'php',
      code: toHead(values) + insertParameters(PROGRAM, values, (query) => ` . '${query}'`),
    },
  ];
}

/** Returns the head of the program with the settings of one dashboard. */
function toHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return String.raw`<?php // php dashboard.php
declare(strict_types=1);

const BASE_URL = ${literal(baseUrl)};
const DASHBOARD_GUID = ${literal(dashboardGuid)};
// Secret: keep it on your server, and preferably outside of the code: getenv('DASHBOARD_API_KEY')
const API_KEY = ${literal(apiKey)};
// All optional: the theme, the title's color, the background color. Write $ instead of #.
const STYLE = '?theme=dark&color=gold&background-color=$101820';

`;
}

/** The session id, GetToken, the display address and Logout: the same for every dashboard. */
const PROGRAM = String.raw`/** Call this once per login. Keep the id in $_SESSION: GetToken and Logout need the same one. */
function create_session_id(): string
{
    return bin2hex(random_bytes(16));
}

/** The token is for this user only: never cache it for others. It is valid for two hours, or until the logout. */
function get_token(string $session_id): string
{
    // <COMMENT>
    $path = '/Api/GetToken/' . rawurlencode(API_KEY) . "/$session_id/" . DASHBOARD_GUID<QUERY>;
    // All optional, for the statistics: ['user' => 'ann', 'organization' => 'North', 'customInfo' => '...']
    $fields = [];
    return call_service('GetToken', 'POST', $path, json_encode((object) $fields));
}

/** Returns the src of an <iframe> in this user's page, or of a link that opens the dashboard as a page. */
function to_display_address(string $token): string
{
    return BASE_URL . "/Tdb/$token" . STYLE;
}

/** Call this when the user signs out of your application. It ends all tokens of the session id. */
function log_out(string $session_id): void
{
    call_service('Logout', 'GET', '/api/logout/' . rawurlencode(API_KEY) . "/$session_id");
}

function call_service(string $name, string $method, string $path, string $body = ''): string
{
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => ['Accept: text/plain', 'Content-Type: application/json'],
        'content' => $body,
        'follow_location' => 0,
        'ignore_errors' => true,
        'timeout' => 10,
    ]]);
    // Suppresses the warning, which would contain the address, and with it the key.
    $answer = @fopen(BASE_URL . $path, 'r', false, $context);
    if (!$answer) {
        throw new RuntimeException("$name failed: the dashboard service did not answer.");
    }
    $status = (int) explode(' ', stream_get_meta_data($answer)['wrapper_data'][0])[1];
    if ($status !== 200 && $status !== 204) {
        throw new RuntimeException("$name failed: status $status.");
    }
    return stream_get_contents($answer);
}

try {
    $session_id = create_session_id();
    echo to_display_address(get_token($session_id)), "\n";
    fwrite(STDERR, "This address shows the dashboard. Press Enter to sign out.\n");
    fgets(STDIN);
    log_out($session_id);
} catch (RuntimeException $error) {
    // Prints only the message: the trace could contain the path, and with it the key.
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
`;
