from flask import Flask, request, send_file

import dashboards

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = dashboards.MAX_BODY_BYTES


@app.get("/")
def page():
    response = send_file("dashboard.html")
    response.set_cookie("login", "demo", httponly=True, samesite="Lax")
    return response


@app.get("/embedded-dashboard.min.js")
def script():
    return send_file(dashboards.SCRIPT)


@app.post("/dashboards/<action>")
def call(action):
    # Yours: the user of your session.
    user = dashboards.ANN if request.cookies.get("login") == "demo" else None
    return dashboards.answer(action, request.headers, user, request.get_data())
