import secrets
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import FileResponse, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

import dashboards


def page(request):
    response = FileResponse(open("dashboard.html", "rb"))
    response.set_cookie("login", "demo", httponly=True, samesite="Lax")
    return response


def script(request):
    return FileResponse(open(dashboards.SCRIPT, "rb"))


@csrf_exempt  # dashboards.py refuses calls of other sites by their headers.
@require_POST
def call(request, action):
    # Yours: the user of your session.
    user = dashboards.ANN if request.COOKIES.get("login") == "demo" else None
    body = request.read(dashboards.MAX_BODY_BYTES + 1)
    text, status, headers = dashboards.answer(action, request.headers, user, body)
    return HttpResponse(text, status=status, headers=headers)


urlpatterns = [
    path("", page),
    path("embedded-dashboard.min.js", script),
    path("dashboards/<action>", call),
]

if __name__ == "__main__":
    key = secrets.token_urlsafe()
    settings.configure(ROOT_URLCONF=__name__, SECRET_KEY=key, ALLOWED_HOSTS=["localhost"])
    execute_from_command_line(sys.argv)
