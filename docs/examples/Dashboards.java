// DASHBOARD_URL=… DASHBOARD_API_KEY=… java Dashboards.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

class Dashboards {
  /** One login of one user has one session id: letters, digits, - and _. */
  record User(String name, String sessionId, List<String> dashboards, List<String> regions) {}

  record Answer(int status, String body) {}

  static final String BASE_URL = System.getenv("DASHBOARD_URL").replaceAll("/+$", "");
  static final String API_KEY =
      URLEncoder.encode(System.getenv("DASHBOARD_API_KEY"), StandardCharsets.UTF_8).replace("+", "%20");
  /** Bare, as a JSON string, or in an object. */
  static final Pattern TOKEN =
      Pattern.compile("(?s)(?:\\{.*\"[Tt]oken\"\\s*:\\s*\"|\")?([\\w.~!$&'()*+,;=-]{8,4096})(?:\".*)?");
  static final Pattern GUID = Pattern.compile("\"dashboardGuid\"\\s*:\\s*\"([0-9A-Fa-f-]{36})\"");
  static final Pattern REGION = Pattern.compile("\"Region\"\\s*:\\s*\"([^\"\\\\]*)\"");
  /** Follows no redirect, which would take the key elsewhere. */
  static final HttpClient SERVICE =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  /** Yours: who is logged in, by your own session. Here it is Ann, by a cookie that anybody can write. */
  static User userOf(HttpExchange exchange) {
    var cookie = exchange.getRequestHeaders().getFirst("Cookie");
    if (cookie == null || !cookie.contains("login=demo")) return null;
    var dashboards = List.of("6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1");
    return new User("ann", "ann-demo", dashboards, List.of("North", "South"));
  }

  /** Pages of other sites can send neither this header nor JSON. Old browsers name the origin only. */
  static boolean isOwnPage(HttpExchange exchange) {
    var headers = exchange.getRequestHeaders();
    var type = String.valueOf(headers.getFirst("Content-Type")).toLowerCase();
    var site = headers.getFirst("Sec-Fetch-Site");
    var origin = String.valueOf(headers.getFirst("Origin")).replaceFirst("^https?://", "");
    var isSame = site == null ? origin.equals(headers.getFirst("Host")) : site.equals("same-origin");
    return isSame
        && type.matches("application/json\\s*(;.*)?")
        && "1".equals(headers.getFirst("X-Embedded-Dashboard"));
  }

  static Answer callService(String method, String path, String body) {
    try {
      var request =
          HttpRequest.newBuilder(URI.create(BASE_URL + path))
              .timeout(Duration.ofSeconds(10))
              .header("Content-Type", "application/json")
              .method(method, BodyPublishers.ofString(body))
              .build();
      var answer = SERVICE.send(request, BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    } catch (IOException | InterruptedException | IllegalArgumentException error) {
      // Not passed on, and not logged: its text may hold the address, and so the key.
      return new Answer(502, "");
    }
  }

  static Answer getToken(User user, String guid, String region) {
    // The page only asks. Nothing reaches the service but values that this user may see.
    var isAllowed = user.dashboards().contains(guid) && user.regions().contains(region);
    if (!isAllowed) return new Answer(403, null);
    var query = "?SQLparameters=Region%3D" + URLEncoder.encode(region, StandardCharsets.UTF_8);
    var path = "/Api/GetToken/" + API_KEY + "/" + user.sessionId() + "/" + guid + query;
    var answer = callService("POST", path, "{\"user\":" + quoted(user.name()) + "}");
    var token = TOKEN.matcher(answer.body().strip());
    if (answer.status() == 200 && token.matches()) {
      var content = "{\"token\":\"%s\",\"baseUrl\":%s}";
      return new Answer(200, content.formatted(token.group(1), quoted(BASE_URL)));
    }
    return new Answer(answer.status() == 404 ? 404 : 502, null);
  }

  static Answer logOut(User user) {
    var status = callService("GET", "/api/logout/" + API_KEY + "/" + user.sessionId(), "").status();
    return new Answer(List.of(200, 204, 404).contains(status) ? 204 : 502, null);
  }

  static Answer answer(HttpExchange exchange) throws IOException {
    var bytes = exchange.getRequestBody().readNBytes(8193);
    if (bytes.length > 8192) return new Answer(413, null);
    var body = new String(bytes, StandardCharsets.UTF_8);
    if (!exchange.getRequestMethod().equals("POST")) return new Answer(405, null);
    if (!isOwnPage(exchange)) return new Answer(403, null);
    var user = userOf(exchange);
    if (user == null) return new Answer(401, null);
    var path = exchange.getRequestURI().getPath();
    if (path.equals("/dashboards/logout")) return logOut(user);
    if (!path.equals("/dashboards/token")) return new Answer(404, null);
    var guid = GUID.matcher(body);
    if (!guid.find()) return new Answer(400, null);
    var chosen = REGION.matcher(body);
    // A choice that cannot be read is refused, like one that this user may not see.
    var other = body.contains("\"Region\"") ? "" : user.regions().get(0);
    return getToken(user, guid.group(1).toLowerCase(), chosen.find() ? chosen.group(1) : other);
  }

  static void send(HttpExchange exchange) throws IOException {
    try (exchange) {
      var answer = answer(exchange);
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      if (answer.body() == null) {
        exchange.sendResponseHeaders(answer.status(), -1);
        return;
      }
      var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** A JSON string, each character by its number. */
  static String quoted(String text) {
    return text.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining("", "\"", "\""));
  }

  public static void main(String[] arguments) throws IOException {
    var server = HttpServer.create(new InetSocketAddress("localhost", 3000), 0);
    server.createContext("/dashboards/", Dashboards::send);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }
}
