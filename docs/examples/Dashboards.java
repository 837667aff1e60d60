package com.example.demo;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Answers the two addresses of the element, in any Java framework. */
class Dashboards {
  /** The session id is one for each login: letters, digits, - and _. */
  record User(String name, String sessionId, List<String> dashboards, List<String> regions) {}

  /** An answer of this server; without a body if that is null. */
  record Answer(int status, String body) {
    Map<String, String> headers() {
      var common = Map.of("Cache-Control", "no-store", "X-Content-Type-Options", "nosniff");
      if (body == null) return common;
      var headers = new HashMap<>(common);
      headers.put("Content-Type", "application/json");
      return headers;
    }
  }

  /** Yours: load these from your database. */
  static final User ANN =
      new User(
          "ann",
          "ann-demo",
          List.of("6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"),
          List.of("North", "South"));

  static final String SCRIPT = "node_modules/embedded-dashboard/dist/embedded-dashboard.min.js";
  static final int MAX_BODY_BYTES = 8_192;
  static final String BASE_URL = System.getenv("DASHBOARD_URL").replaceAll("/+$", "");
  static final String API_KEY = encoded(System.getenv("DASHBOARD_API_KEY"));
  /** Matches a token that is bare, a JSON string, or in an object. */
  static final Pattern TOKEN =
      Pattern.compile("(?s)(?:\\{.*\"[Tt]oken\"\\s*:\\s*\"|\")?([\\w.~!$&'()*+,;=-]{8,4096})(?:\".*)?");
  /** Matches the lifetime of a token in seconds. Without it, a token lives two hours. */
  static final Pattern EXPIRES_IN = Pattern.compile("\"expiresIn\"\\s*:\\s*([1-9]\\d{0,3})\\b");
  static final Pattern GUID = Pattern.compile("\"dashboardGuid\"\\s*:\\s*\"([0-9A-Fa-f-]{36})\"");
  static final Pattern REGION = Pattern.compile("\"Region\"\\s*:\\s*\"([^\"\\\\]*)\"");
  /** Follows no redirects, because they would send the key to another address. */
  static final HttpClient SERVICE =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  /** Returns the answer. `header` finds a header of the request; `user` is null if nobody is signed in. */
  static Answer answer(String action, UnaryOperator<String> header, User user, String body) {
    if (body.length() > MAX_BODY_BYTES) return new Answer(413, null);
    if (!isOwnPage(header)) return new Answer(403, null);
    if (user == null) return new Answer(401, null);
    if (action.equals("logout")) return logOut(user);
    if (!action.equals("token")) return new Answer(404, null);
    var guid = GUID.matcher(body);
    if (!guid.find()) return new Answer(400, null);
    var chosen = REGION.matcher(body);
    // A choice that cannot be read is refused, like one that this user may not see.
    var other = body.contains("\"Region\"") ? "" : user.regions().get(0);
    return getToken(user, guid.group(1).toLowerCase(), chosen.find() ? chosen.group(1) : other);
  }

  /** Pages of other sites can send neither this header nor JSON. Old browsers send only the origin. */
  static boolean isOwnPage(UnaryOperator<String> header) {
    var type = String.valueOf(header.apply("Content-Type")).toLowerCase();
    var site = header.apply("Sec-Fetch-Site");
    var origin = String.valueOf(header.apply("Origin")).replaceFirst("^https?://", "");
    var isSame = site == null ? origin.equals(header.apply("Host")) : site.equals("same-origin");
    return isSame
        && type.matches("application/json\\s*(;.*)?")
        && "1".equals(header.apply("X-Embedded-Dashboard"));
  }

  static Answer getToken(User user, String guid, String region) {
    // The service only gets values that this user may see.
    var isAllowed = user.dashboards().contains(guid) && user.regions().contains(region);
    if (!isAllowed) return new Answer(403, null);
    var query = "?SQLparameters=" + encoded("Region=" + region);
    var path = "/Api/GetToken/" + API_KEY + "/" + user.sessionId() + "/" + guid + query;
    var answer = callService("POST", path, "{\"user\":" + quoted(user.name()) + "}");
    var token = TOKEN.matcher(answer.body().strip());
    if (answer.status() == 200 && token.matches()) {
      var found = EXPIRES_IN.matcher(answer.body());
      var expiresIn = found.find() ? found.group(1) : "7200";
      var content = "{\"token\":\"%s\",\"expiresIn\":%s,\"baseUrl\":%s}";
      return new Answer(200, content.formatted(token.group(1), expiresIn, quoted(BASE_URL)));
    }
    return new Answer(answer.status() == 404 ? 404 : 502, null);
  }

  static Answer logOut(User user) {
    var status = callService("GET", "/api/logout/" + API_KEY + "/" + user.sessionId(), "").status();
    return new Answer(List.of(200, 204, 404).contains(status) ? 204 : 502, null);
  }

  static Answer callService(String method, String path, String body) {
    try {
      var request =
          HttpRequest.newBuilder(URI.create(BASE_URL + path))
              .timeout(Duration.ofSeconds(10))
              .header("Content-Type", "application/json")
              // Only JSON has the lifetime of the token.
              .header("Accept", "application/json")
              .method(method, BodyPublishers.ofString(body))
              .build();
      var answer = SERVICE.send(request, BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    } catch (IOException | InterruptedException | IllegalArgumentException error) {
      // Not passed on and not logged: the text of the error may contain the key.
      return new Answer(502, "");
    }
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns a JSON string, each character by its number. */
  static String quoted(String text) {
    return text.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining("", "\"", "\""));
  }

  /** Serves the page, the script and the two addresses. With Spring you do not need the rest of this class. */
  public static void main(String[] arguments) throws IOException {
    var server = HttpServer.create(new InetSocketAddress("localhost", 3000), 0);
    server.createContext("/", Dashboards::sendFile);
    server.createContext("/dashboards/", Dashboards::sendAnswer);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  static void sendFile(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      var file = Map.of("/", "dashboard.html", "/embedded-dashboard.min.js", SCRIPT).get(path);
      if (file == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      var headers = exchange.getResponseHeaders();
      headers.set("Content-Type", path.equals("/") ? "text/html" : "text/javascript");
      if (path.equals("/")) headers.set("Set-Cookie", "login=demo; Path=/; HttpOnly; SameSite=Lax");
      var bytes = Files.readAllBytes(Path.of(file));
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  static void sendAnswer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var isPost = exchange.getRequestMethod().equals("POST");
      var answer = isPost ? answer(exchange) : new Answer(405, null);
      answer.headers().forEach(exchange.getResponseHeaders()::set);
      var bytes = answer.body() == null ? new byte[0] : answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  static Answer answer(HttpExchange exchange) throws IOException {
    var action = exchange.getRequestURI().getPath().replaceFirst("^/dashboards/", "");
    var headers = exchange.getRequestHeaders();
    // Yours: the user of your session.
    var isLoggedIn = String.valueOf(headers.getFirst("Cookie")).contains("login=demo");
    var body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    var text = new String(body, StandardCharsets.UTF_8);
    return answer(action, headers::getFirst, isLoggedIn ? ANN : null, text);
  }
}
