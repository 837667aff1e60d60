<?php // DASHBOARD_URL=… DASHBOARD_API_KEY=… php -S localhost:3000 dashboards.php
declare(strict_types=1);

/** Yours: who is logged in, by your own session. Here it is Ann, by a cookie that anybody can write. */
function user_of(array $cookies): ?array
{
    if (($cookies['login'] ?? '') !== 'demo') {
        return null;
    }
    return [
        'name' => 'ann',
        // One login of one user: letters, digits, - and _. GetToken and Logout get the same.
        'session_id' => 'ann-demo',
        'dashboards' => ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'],
        'regions' => ['North', 'South'],
    ];
}

/** Pages of other sites can send neither this header nor JSON. Old browsers name the origin only. */
function is_own_page(array $server): bool
{
    $type = trim(strtolower(explode(';', $server['CONTENT_TYPE'] ?? '')[0]));
    $origin = preg_replace('~^https?://~', '', $server['HTTP_ORIGIN'] ?? '');
    $site = $server['HTTP_SEC_FETCH_SITE'] ?? ($origin === $server['HTTP_HOST'] ? 'same-origin' : '');
    return $type === 'application/json' && $site === 'same-origin'
        && ($server['HTTP_X_EMBEDDED_DASHBOARD'] ?? '') === '1';
}

function base_url(): string
{
    return rtrim(getenv('DASHBOARD_URL'), '/');
}

/** Follows no redirect, which would take the key elsewhere. */
function call_service(string $method, string $path, ?array $fields = null): array
{
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => 'Content-Type: application/json',
        'content' => $fields ? json_encode($fields) : '',
        'follow_location' => 0,
        'ignore_errors' => true,
        'timeout' => 10,
    ]]);
    // Silent, for its warning would hold the address, and so the key.
    $answer = @fopen(base_url() . $path, 'r', false, $context);
    if (!$answer) {
        return [502, ''];
    }
    $status = (int) explode(' ', stream_get_meta_data($answer)['wrapper_data'][0])[1];
    return [$status, (string) stream_get_contents($answer, 16_384)];
}

/** Bare, as a JSON string, or in an object. */
function parse_token(string $text): ?string
{
    $text = trim($text);
    $answer = preg_match('/^["{]/', $text) ? json_decode($text, true) : $text;
    if (is_array($answer)) {
        $answer = $answer['token'] ?? $answer['Token'] ?? null;
    }
    $isToken = is_string($answer) && preg_match('/^[\w.~!$&\'()*+,;=-]{8,4096}$/D', $answer);
    return $isToken ? $answer : null;
}

function get_token(array $user, string $guid, array $parameters): array
{
    // The page only asks. Nothing reaches the service but values that this user may see.
    $region = $parameters['Region'] ?? $user['regions'][0];
    if (!in_array($guid, $user['dashboards'], true) || !in_array($region, $user['regions'], true)) {
        return [403, null];
    }
    $key = rawurlencode(getenv('DASHBOARD_API_KEY'));
    $query = 'SQLparameters=' . rawurlencode("Region=$region");
    $path = "/Api/GetToken/$key/{$user['session_id']}/$guid?$query";
    [$status, $text] = call_service('POST', $path, ['user' => $user['name']]);
    $token = $status === 200 ? parse_token($text) : null;
    if ($token !== null) {
        return [200, ['token' => $token, 'baseUrl' => base_url()]];
    }
    return [$status === 404 ? 404 : 502, null];
}

function log_out(array $user): array
{
    $key = rawurlencode(getenv('DASHBOARD_API_KEY'));
    [$status] = call_service('GET', "/api/logout/$key/{$user['session_id']}");
    return [in_array($status, [200, 204, 404], true) ? 204 : 502, null];
}

function answer(): array
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return [405, null];
    }
    if (!is_own_page($_SERVER)) {
        return [403, null];
    }
    $user = user_of($_COOKIE);
    if (!$user) {
        return [401, null];
    }
    if ($_SERVER['REQUEST_URI'] === '/dashboards/logout') {
        return log_out($user);
    }
    if ($_SERVER['REQUEST_URI'] !== '/dashboards/token') {
        return [404, null];
    }
    $body = json_decode(file_get_contents('php://input', false, null, 0, 8_192), true);
    $guid = is_array($body) ? $body['dashboardGuid'] ?? null : null;
    $parameters = is_array($body) ? $body['parameters'] ?? [] : [];
    if (!is_string($guid) || !is_array($parameters)) {
        return [400, null];
    }
    return get_token($user, strtolower($guid), $parameters);
}

[$status, $content] = answer();
http_response_code($status);
header('Cache-Control: no-store');
header('X-Content-Type-Options: nosniff');
if ($content !== null) {
    header('Content-Type: application/json');
    echo json_encode($content, JSON_UNESCAPED_SLASHES);
}
