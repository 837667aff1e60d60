using System.Net;
using System.Text.RegularExpressions;

var builder = WebApplication.CreateBuilder(args);
// The log would contain the address of each call, and therefore the key.
builder.Logging.AddFilter("System.Net.Http", LogLevel.None);
var app = builder.Build();

var baseUrl = Environment.GetEnvironmentVariable("DASHBOARD_URL")!.TrimEnd('/');
var apiKey = Uri.EscapeDataString(Environment.GetEnvironmentVariable("DASHBOARD_API_KEY")!);
// Follows no redirects, because they would send the key to another address.
var service = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false })
{
    Timeout = TimeSpan.FromSeconds(10),
    MaxResponseContentBufferSize = 16_384,
};

app.Use(async (context, next) =>
{
    var isCall = context.Request.Path.StartsWithSegments("/dashboards");
    if (isCall)
    {
        context.Response.Headers.CacheControl = "no-store";
        context.Response.Headers.XContentTypeOptions = "nosniff";
    }
    if (!isCall || IsOwnPage(context.Request)) await next();
    else context.Response.StatusCode = 403;
});
app.MapGet("/", (HttpResponse response) =>
{
    var options = new CookieOptions { HttpOnly = true, SameSite = SameSiteMode.Lax };
    response.Cookies.Append("login", "demo", options);
    return Results.File(Path.GetFullPath("dashboard.html"), "text/html");
});
var script = Path.GetFullPath("node_modules/embedded-dashboard/dist/embedded-dashboard.min.js");
app.MapGet("/embedded-dashboard.min.js", () => Results.File(script, "text/javascript"));
app.MapPost("/dashboards/token", async (HttpRequest request, TokenCall call) =>
{
    if (UserOf(request) is not { } user) return Results.StatusCode(401);
    var guid = call.DashboardGuid?.ToLowerInvariant() ?? "";
    // The service only gets values that this user may see.
    var region = call.Parameters?.GetValueOrDefault("Region") ?? user.Regions[0];
    var isAllowed = user.Dashboards.Contains(guid) && user.Regions.Contains(region);
    if (!isAllowed) return Results.StatusCode(403);
    var query = $"SQLparameters={Uri.EscapeDataString($"Region={region}")}";
    var path = $"/Api/GetToken/{apiKey}/{user.SessionId}/{guid}?{query}";
    var (status, text) = await CallService(HttpMethod.Post, path, new { user = user.Name });
    var token = status == HttpStatusCode.OK ? ParseToken(text) : null;
    if (token is not null) return Results.Json(new { token, expiresIn = ParseLifetime(text), baseUrl });
    return Results.StatusCode(status == HttpStatusCode.NotFound ? 404 : 502);
});
app.MapPost("/dashboards/logout", async (HttpRequest request) =>
{
    if (UserOf(request) is not { } user) return Results.StatusCode(401);
    var (status, _) = await CallService(HttpMethod.Get, $"/api/logout/{apiKey}/{user.SessionId}");
    return Results.StatusCode((int)status is 200 or 204 or 404 ? 204 : 502);
});
app.Run("http://localhost:3000");

// Yours: the user of your session.
User? UserOf(HttpRequest request) => request.Cookies["login"] == "demo"
    ? new User("ann", "ann-demo", ["6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"], ["North", "South"])
    : null;

// Pages of other sites can send neither this header nor JSON. Old browsers send only the origin.
bool IsOwnPage(HttpRequest request)
{
    var site = request.Headers["Sec-Fetch-Site"].FirstOrDefault();
    var origin = Regex.Replace(request.Headers.Origin.ToString(), "^https?://", "");
    var isSame = site is null ? origin == request.Host.Value : site == "same-origin";
    return isSame && request.HasJsonContentType() && request.Headers["X-Embedded-Dashboard"] == "1";
}

async Task<(HttpStatusCode, string)> CallService(HttpMethod method, string path, object? fields = null)
{
    try
    {
        using var call = new HttpRequestMessage(method, baseUrl + path);
        // Only JSON has the lifetime of the token.
        call.Headers.Accept.ParseAdd("application/json");
        if (fields is not null) call.Content = JsonContent.Create(fields);
        using var answer = await service.SendAsync(call);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync());
    }
    catch (Exception)
    {
        // Not passed on and not logged: the text of the error may contain the key.
        return (HttpStatusCode.BadGateway, "");
    }
}

// Reads a token that is bare, a JSON string, or in an object.
string? ParseToken(string text)
{
    var pattern = """^(?:\{.*"[Tt]oken"\s*:\s*"|")?([A-Za-z0-9_.~!$&'()*+,;=-]{8,4096})(?:".*)?$""";
    var match = Regex.Match(text.Trim(), pattern, RegexOptions.Singleline);
    return match.Success ? match.Groups[1].Value : null;
}

// Reads the lifetime of a token in seconds. Without it, a token lives two hours.
int ParseLifetime(string text)
{
    var match = Regex.Match(text, "\"expiresIn\"\\s*:\\s*([1-9][0-9]{0,3})\\b");
    return match.Success ? int.Parse(match.Groups[1].Value) : 7_200;
}

record TokenCall(string? DashboardGuid, Dictionary<string, string>? Parameters);

// The session id is one for each login: letters, digits, - and _. GetToken and Logout get the same id.
record User(string Name, string SessionId, string[] Dashboards, string[] Regions);
