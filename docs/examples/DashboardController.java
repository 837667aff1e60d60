package com.example.demo;

import jakarta.servlet.http.HttpSession;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.SessionAttribute;

@Controller
class DashboardController {
  @GetMapping("/")
  String page(HttpSession session) {
    // Yours: a login. Here opening the page is one.
    session.setAttribute("user", Dashboards.ANN);
    return "forward:/dashboard.html";
  }

  @PostMapping("/dashboards/{action}")
  ResponseEntity<String> call(
      @PathVariable String action,
      @RequestHeader HttpHeaders headers,
      @SessionAttribute(required = false) Dashboards.User user,
      @RequestBody(required = false) String body) {
    var answer = Dashboards.answer(action, headers::getFirst, user, body == null ? "" : body);
    var response = ResponseEntity.status(answer.status());
    answer.headers().forEach(response::header);
    return response.body(answer.body());
  }
}
