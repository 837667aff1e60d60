import { type ApiCodeValues, type CodeBlock, insertParameters } from './code-block.ts';
import { toScriptLiteral as literal } from './string-literals.ts';

/** Returns a program for C# 7.1 and newer, on .NET or .NET Framework, without any library. */
export function toCsharpCode(values: ApiCodeValues): CodeBlock[] {
  return [
    {
      file: 'Program.cs',
      language: 'csharp',
      code: toHead(values) + insertParameters(PROGRAM, values),
    },
  ];
}

/** Returns the imports, and the settings of one dashboard. */
function toHead({ baseUrl, apiKey, dashboardGuid }: ApiCodeValues): string {
  return String.raw`// dotnet new console, then save this as Program.cs, then: dotnet run
using System;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;

static class Program
{
    const string BaseUrl = ${literal(baseUrl)};
    const string DashboardGuid = ${literal(dashboardGuid)};
    // Secret: keep it on your server, and preferably outside of the code:
    // Environment.GetEnvironmentVariable("DASHBOARD_API_KEY")
    const string ApiKey = ${literal(apiKey)};
    // All optional: the theme, the title's color, the background color. Write $ instead of #.
    const string Style = "?theme=dark&color=gold&background-color=$101820";

`;
}

/** The session id, GetToken, the display address and Logout: the same for every dashboard. */
const PROGRAM = String.raw`    // Follows no redirects: they could send the key to another server.
    static readonly HttpClient Service =
        new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
        {
            Timeout = TimeSpan.FromSeconds(10),
        };

    // Call this once per login. Keep the id in the user's session: GetToken and Logout need the same one.
    static string CreateSessionId() => Guid.NewGuid().ToString();

    // The token is for this user only: never cache it for others. It is valid for two hours, or until the logout.
    static Task<string> GetToken(string sessionId)
    {
        // <COMMENT>
        var path = $"/Api/GetToken/{Uri.EscapeDataString(ApiKey)}/{sessionId}/{DashboardGuid}<QUERY>";
        // All optional, for the statistics: {"user":"ann","organization":"North","customInfo":"..."}
        var fields = "{}";
        var request = new HttpRequestMessage(HttpMethod.Post, BaseUrl + path);
        request.Content = new StringContent(fields, Encoding.UTF8, "application/json");
        return CallService("GetToken", request);
    }

    // Returns the src of an <iframe> in this user's page, or of a link that opens the dashboard as a page.
    static string ToDisplayAddress(string token) => BaseUrl + "/Tdb/" + token + Style;

    // Call this when the user signs out of your application. It ends all tokens of the session id.
    static Task LogOut(string sessionId)
    {
        var path = $"/api/logout/{Uri.EscapeDataString(ApiKey)}/{sessionId}";
        return CallService("Logout", new HttpRequestMessage(HttpMethod.Get, BaseUrl + path));
    }

    static async Task<string> CallService(string name, HttpRequestMessage request)
    {
        int status;
        string text;
        try
        {
            request.Headers.Add("Accept", "text/plain");
            using (var answer = await Service.SendAsync(request))
            {
                status = (int)answer.StatusCode;
                text = await answer.Content.ReadAsStringAsync();
            }
        }
        catch (Exception)
        {
            // Drops the error: its text could contain the address, and with it the key.
            throw new Exception(name + " failed: the dashboard service did not answer.");
        }
        if (status != 200 && status != 204) throw new Exception($"{name} failed: status {status}.");
        return text;
    }

    static async Task Main()
    {
        var sessionId = CreateSessionId();
        Console.WriteLine(ToDisplayAddress(await GetToken(sessionId)));
        Console.Error.WriteLine("This address shows the dashboard. Press Enter to sign out.");
        Console.ReadLine();
        await LogOut(sessionId);
    }
}
`;
