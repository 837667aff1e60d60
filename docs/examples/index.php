<?php
declare(strict_types=1);

require 'dashboards.php';

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/') {
    setcookie('login', 'demo', ['httponly' => true, 'samesite' => 'Lax']);
    readfile('dashboard.html');
} elseif ($path === '/embedded-dashboard.min.js') {
    header('Content-Type: text/javascript');
    readfile(Dashboards\SCRIPT);
} else {
    $action = preg_replace('~^/dashboards/~', '', $path);
    // Yours: the user of your session.
    $user = ($_COOKIE['login'] ?? '') === 'demo' ? Dashboards\ANN : null;
    $body = file_get_contents('php://input', false, null, 0, Dashboards\MAX_BODY_BYTES + 1);
    [$text, $status, $headers] = Dashboards\answer($action, $_SERVER, $user, $body);
    http_response_code($status);
    foreach ($headers as $name => $value) {
        header("$name: $value");
    }
    echo $text;
}
