from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse

import dashboards

app = FastAPI()


@app.get("/")
def page():
    response = FileResponse("dashboard.html")
    response.set_cookie("login", "demo", httponly=True, samesite="lax")
    return response


@app.get("/embedded-dashboard.min.js")
def script():
    return FileResponse(dashboards.SCRIPT)


@app.post("/dashboards/{action}")
async def call(action: str, request: Request):
    # Yours: the user of your session.
    user = dashboards.ANN if request.cookies.get("login") == "demo" else None
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > dashboards.MAX_BODY_BYTES:
            break
    # In a thread, because it waits for the dashboard service.
    return Response(
        *await run_in_threadpool(dashboards.answer, action, request.headers, user, body)
    )
