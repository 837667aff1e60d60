import { type ApiCodeValues, type CodeBlock, insertParameters } from './code-block.ts';
import { toScriptLiteral as literal } from './string-literals.ts';

/** Returns a program for Java 11 and newer, without any library. */
export function toJavaCode(values: ApiCodeValues): CodeBlock[] {
  return [
    {
      file: 'Dashboard.java',
      language: 'java',
      code: toHead(values) + insertParameters(PROGRAM, values, (query) => ` + "${query}"`),
    },
  ];
}

/** Returns the imports, and the settings of one dashboard. */
function toHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return String.raw`// java Dashboard.java
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

public class Dashboard {
  static final String BASE_URL = ${literal(baseUrl)};
  static final String DASHBOARD_GUID = ${literal(dashboardGuid)};
  // Secret: keep it on your server, and preferably outside of the code: System.getenv("DASHBOARD_API_KEY")
  static final String API_KEY = ${literal(apiKey)};
  // All optional: the theme, the title's color, the background color. Write $ instead of #.
  static final String STYLE = "?theme=dark&color=gold&background-color=$101820";

`;
}

/** The session id, GetToken, the display address and Logout: the same for every dashboard. */
const PROGRAM = String.raw`  /** Follows no redirects: they could send the key to another server. */
  static final HttpClient SERVICE =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  /** Call this once per login. Keep the id in the user's session: GetToken and Logout need the same one. */
  static String createSessionId() {
    return UUID.randomUUID().toString();
  }

  /** The token is for this user only: never cache it for others. It is valid for two hours, or until the logout. */
  static String getToken(String sessionId) throws IOException {
    // <COMMENT>
    String path = "/Api/GetToken/" + encode(API_KEY) + "/" + sessionId + "/" + DASHBOARD_GUID<QUERY>;
    // All optional, for the statistics: {"user":"ann","organization":"North","customInfo":"..."}
    String fields = "{}";
    return callService("GetToken", "POST", path, fields);
  }

  /** Returns the src of an iframe in this user's page, or of a link that opens the dashboard as a page. */
  static String toDisplayAddress(String token) {
    return BASE_URL + "/Tdb/" + token + STYLE;
  }

  /** Call this when the user signs out of your application. It ends all tokens of the session id. */
  static void logOut(String sessionId) throws IOException {
    callService("Logout", "GET", "/api/logout/" + encode(API_KEY) + "/" + sessionId, "");
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static String callService(String name, String method, String path, String body)
      throws IOException {
    HttpResponse<String> answer;
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(BASE_URL + path))
              .timeout(Duration.ofSeconds(10))
              .header("Accept", "text/plain")
              .header("Content-Type", "application/json")
              .method(method, BodyPublishers.ofString(body))
              .build();
      answer = SERVICE.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException | IllegalArgumentException error) {
      // Drops the error: its text could contain the address, and with it the key.
      throw new IOException(name + " failed: the dashboard service did not answer.");
    }
    if (answer.statusCode() != 200 && answer.statusCode() != 204) {
      throw new IOException(name + " failed: status " + answer.statusCode() + ".");
    }
    return answer.body();
  }

  public static void main(String[] arguments) throws IOException {
    String sessionId = createSessionId();
    System.out.println(toDisplayAddress(getToken(sessionId)));
    System.err.println("This address shows the dashboard. Press Enter to sign out.");
    System.in.read();
    logOut(sessionId);
  }
}
`;
