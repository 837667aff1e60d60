<?php // Answers the two addresses of the element, in any PHP framework.
declare(strict_types=1);

namespace Dashboards;

const SCRIPT = 'node_modules/embedded-dashboard/dist/embedded-dashboard.min.js';
const MAX_BODY_BYTES = 8_192;

// Yours: load these from your database.
const ANN = [
    'name' => 'ann',
    // One id for each login: letters, digits, - and _. GetToken and Logout get the same id.
    'session_id' => 'ann-demo',
    'dashboards' => ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'],
    'regions' => ['North', 'South'],
];

/** Returns the text, the status and the headers of the answer. `$user` is null if nobody is signed in. */
function answer(string $action, array $server, ?array $user, string $body): array
{
    [$status, $content] = decide($action, $server, $user, $body);
    $common = ['Cache-Control' => 'no-store', 'X-Content-Type-Options' => 'nosniff'];
    if ($content === null) {
        return ['', $status, $common];
    }
    $text = json_encode($content, JSON_UNESCAPED_SLASHES);
    return [$text, $status, $common + ['Content-Type' => 'application/json']];
}

/** `$server` has the headers of the request, as `$_SERVER` does. */
function decide(string $action, array $server, ?array $user, string $body): array
{
    if ($server['REQUEST_METHOD'] !== 'POST') {
        return [405, null];
    }
    if (strlen($body) > MAX_BODY_BYTES) {
        return [413, null];
    }
    if (!is_own_page($server)) {
        return [403, null];
    }
    if (!$user) {
        return [401, null];
    }
    if ($action === 'logout') {
        return log_out($user);
    }
    if ($action !== 'token') {
        return [404, null];
    }
    $call = json_decode($body, true);
    $guid = is_array($call) ? $call['dashboardGuid'] ?? null : null;
    $parameters = is_array($call) ? $call['parameters'] ?? [] : [];
    if (!is_string($guid) || !is_array($parameters)) {
        return [400, null];
    }
    return get_token($user, strtolower($guid), $parameters);
}

/** Pages of other sites can send neither this header nor JSON. Old browsers send only the origin. */
function is_own_page(array $server): bool
{
    $type = trim(strtolower(explode(';', $server['CONTENT_TYPE'] ?? '')[0]));
    $origin = preg_replace('~^https?://~', '', $server['HTTP_ORIGIN'] ?? '');
    $site = $server['HTTP_SEC_FETCH_SITE'] ?? ($origin === $server['HTTP_HOST'] ? 'same-origin' : '');
    return $type === 'application/json' && $site === 'same-origin'
        && ($server['HTTP_X_EMBEDDED_DASHBOARD'] ?? '') === '1';
}

function get_token(array $user, string $guid, array $parameters): array
{
    // The service only gets values that this user may see.
    $region = $parameters['Region'] ?? $user['regions'][0];
    if (!in_array($guid, $user['dashboards'], true) || !in_array($region, $user['regions'], true)) {
        return [403, null];
    }
    $key = rawurlencode(getenv('DASHBOARD_API_KEY'));
    $query = 'SQLparameters=' . rawurlencode("Region=$region");
    $path = "/Api/GetToken/$key/{$user['session_id']}/$guid?$query";
    [$status, $text] = call_service('POST', $path, ['user' => $user['name']]);
    $grant = $status === 200 ? parse_grant($text) : null;
    if ($grant) {
        return [200, $grant + ['baseUrl' => base_url()]];
    }
    return [$status === 404 ? 404 : 502, null];
}

function log_out(array $user): array
{
    $key = rawurlencode(getenv('DASHBOARD_API_KEY'));
    [$status] = call_service('GET', "/api/logout/$key/{$user['session_id']}");
    return [in_array($status, [200, 204, 404], true) ? 204 : 502, null];
}

/** Follows no redirects, because they would send the key to another address. */
function call_service(string $method, string $path, ?array $fields = null): array
{
    $context = stream_context_create(['http' => [
        'method' => $method,
        // Asks for JSON, because only JSON has the lifetime of the token.
        'header' => ['Content-Type: application/json', 'Accept: application/json'],
        'content' => $fields ? json_encode($fields) : '',
        'follow_location' => 0,
        'ignore_errors' => true,
        'timeout' => 10,
    ]]);
    // Without a warning, because its text would contain the key.
    $answer = @fopen(base_url() . $path, 'r', false, $context);
    if (!$answer) {
        return [502, ''];
    }
    $status = (int) explode(' ', stream_get_meta_data($answer)['wrapper_data'][0])[1];
    return [$status, (string) stream_get_contents($answer, 16_384)];
}

/** Reads a token that is bare, a JSON string, or in an object with its lifetime in seconds. */
function parse_grant(string $text): ?array
{
    $text = trim($text);
    $answer = preg_match('/^["{]/', $text) ? json_decode($text, true) : $text;
    $fields = is_array($answer) ? $answer : ['token' => $answer];
    $token = $fields['token'] ?? $fields['Token'] ?? null;
    if (!is_string($token) || !preg_match('/^[\w.~!$&\'()*+,;=-]{8,4096}$/D', $token)) {
        return null;
    }
    $expiresIn = $fields['expiresIn'] ?? null;
    $isLifetime = (is_int($expiresIn) || is_float($expiresIn)) && $expiresIn >= 1 && $expiresIn <= 7_200;
    return ['token' => $token] + ($isLifetime ? ['expiresIn' => $expiresIn] : []);
}

function base_url(): string
{
    return rtrim(getenv('DASHBOARD_URL'), '/');
}
