import type { ApiCodeValues, CodeBlock } from './code-block.ts';
import { toPhpLiteral as literal } from './string-literals.ts';

/** A program for PHP 8.0 and newer, without any library or extension. */
export function toPhpCode(values: ApiCodeValues): CodeBlock[] {
  return [{ file: 'dashboard.php', language: 'php', code: toHead(values) + PROGRAM }];
}

/** The imports, and the settings of one dashboard. */
function toHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return String.raw`<?php // php dashboard.php
declare(strict_types=1);

const BASE_URL = ${literal(baseUrl)};
const DASHBOARD_GUID = ${literal(dashboardGuid)};
// Secret, and for your server alone. Better keep it out of the code: getenv('DASHBOARD_API_KEY')
const API_KEY = ${literal(apiKey)};
// All optional: the theme, the title's color, the background. Write $ in place of #.
const LOOK = '?theme=dark&color=gold&background-color=$101820';

`;
}

/** The session id, GetToken, the display address and Logout: the same for every dashboard. */
const PROGRAM = String.raw`/** Once for each login of a user. Keep it in $_SESSION: GetToken and Logout take the same. */
function create_session_id(): string
{
    return bin2hex(random_bytes(16));
}

/** For this user alone: never cache it for others. It lives two hours, or until the logout. */
function get_token(string $session_id): string
{
    // '?SQLparameters=Region%3DNorth' at its end sets a parameter of the dashboard's SQL.
    $path = '/Api/GetToken/' . rawurlencode(API_KEY) . "/$session_id/" . DASHBOARD_GUID;
    // All optional, for the statistics: ['user' => 'ann', 'organization' => 'North', 'customInfo' => '...']
    $fields = [];
    return call_service('GetToken', 'POST', $path, json_encode((object) $fields));
}

/** The src of an <iframe> in this user's page, or a link to a page of its own. */
function to_display_address(string $token): string
{
    return BASE_URL . "/Tdb/$token" . LOOK;
}

/** When the user logs out of your application: ends all tokens of the session id. */
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
    // Silent: its warning would hold the address, and so the key.
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
    fwrite(STDERR, "This address shows the dashboard. Press Enter to log out.\n");
    fgets(STDIN);
    log_out($session_id);
} catch (RuntimeException $error) {
    // Its trace could hold the path, and so the key.
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
`;
