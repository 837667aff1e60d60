<?php

use Illuminate\Foundation\Http\Middleware\PreventRequestForgery;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

require_once base_path('dashboards.php');

Route::get('/', function () {
    // Yours: a login. Here opening the page is one.
    session(['user' => Dashboards\ANN]);
    return file_get_contents(base_path('dashboard.html'));
});

// Laravel's CSRF token is not needed: dashboards.php refuses calls of other sites by their headers.
Route::post('/dashboards/{action}', function (Request $request, string $action) {
    $body = $request->getContent();
    return response(...Dashboards\answer($action, $request->server(), session('user'), $body));
})->withoutMiddleware(PreventRequestForgery::class);
