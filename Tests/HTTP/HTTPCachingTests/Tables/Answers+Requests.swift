// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues

/// Answers by what was asked.
extension Answers {
  static let requests = [
    Answer(.head, 200, "Cache-Control: max-age=60", is: .methodNotKept),
    Answer(.put, 200, "Cache-Control: max-age=60", is: .methodNotKept),
    Answer(.query, 200, "Cache-Control: max-age=60", is: .methodNotKept),
    Answer(.other("get"), 200, "Cache-Control: max-age=60", is: .methodNotKept),
    Answer(
      asked: ["Cache-Control: no-store"],
      200,
      "Cache-Control: max-age=60",
      is: .clientNoStore
    ),
    Answer(
      asked: ["Cache-Control: no-store"],
      200,
      "Cache-Control: max-age=60",
      is: .explicitFreshness,
      rules: .with { $0.obeyed.remove(.noStore) }
    ),
    Answer(
      asked: ["Cache-Control: no-cache"],
      200,
      "Cache-Control: max-age=60",
      is: .explicitFreshness
    ),
    Answer(asked: ["Cookie: a=b"], 200, "Cache-Control: max-age=60", is: .explicitFreshness),
  ]

  static let posts = [
    Answer(
      .post,
      200,
      "Expires: @60",
      "Date: @0",
      "Content-Location: /page",
      is: .explicitFreshness
    ),
    Answer(.post, 200, "Expires: @60", "Date: @0", "Content-Location:", is: .explicitFreshness),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: page",
      is: .explicitFreshness
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: http://ORIGIN.example:80/a/../page#x",
      is: .explicitFreshness
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: https://origin.example/page",
      is: .postNotForThisTarget
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: /page?",
      is: .postNotForThisTarget
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: /page",
      "Content-Location: /page",
      is: .postNotForThisTarget
    ),
    Answer(.post, 200, "Cache-Control: max-age=60", is: .postNotForThisTarget),
    Answer(
      .post,
      404,
      "Cache-Control: max-age=60",
      "Content-Location: /page",
      is: .postNotForThisTarget
    ),
    Answer(.post, 200, "ETag: \"a\"", "Content-Location: /page", is: .postWithoutFreshness),
    Answer(
      .post,
      200,
      "Last-Modified: @-86400",
      "Content-Location: /page",
      is: .postWithoutFreshness,
      rules: .guessing
    ),
    Answer(
      .post,
      200,
      "Cache-Control: max-age=60",
      "Content-Location: /page",
      is: .methodNotKept,
      rules: .with { $0.keepsPostAnswers = false }
    ),
  ]

  static let authorization = [
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: max-age=3600",
      "Expires: @3600",
      is: .authorization
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: max-age=3600, proxy-revalidate",
      is: .authorization
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: max-age=3600, public",
      is: .explicitFreshness
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: max-age=3600, must-revalidate",
      is: .explicitFreshness
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: s-maxage=3600",
      is: .explicitFreshness
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: public",
      "CDN-Cache-Control: max-age=60",
      is: .authorization,
      rules: .targeted
    ),
    Answer(
      asked: ["Authorization: FOO"],
      200,
      "Cache-Control: private, public, max-age=3600",
      is: .originPrivate
    ),
  ]

  static let cookies = [
    Answer(asked: ["Cookie: a=b"], 200, "Cache-Control: max-age=60", is: .explicitFreshness),
    Answer(
      asked: ["Cookie: a=b"],
      200,
      "Cache-Control: max-age=60, must-revalidate",
      is: .visitorsCookie,
      rules: .with { $0.cookiesAreCredentials = true }
    ),
    Answer(
      asked: ["Cookie: a=b"],
      200,
      "Cache-Control: max-age=60, public",
      is: .explicitFreshness,
      rules: .with { $0.cookiesAreCredentials = true }
    ),
    Answer(
      200,
      "Cache-Control: max-age=60",
      is: .explicitFreshness,
      rules: .with { $0.cookiesAreCredentials = true }
    ),
    Answer(200, "Cache-Control: max-age=60", "Set-Cookie: a=b", is: .explicitFreshness),
    Answer(
      200,
      "Cache-Control: max-age=60",
      "Set-Cookie: a=b",
      is: .setsCookie,
      rules: .with { $0.cookies = .refused }
    ),
    Answer(
      200,
      "Cache-Control: public, max-age=60",
      "Set-Cookie: a=b",
      is: .setsCookie,
      rules: .with { $0.cookies = .refused }
    ),
    Answer(
      200,
      "Cache-Control: max-age=60",
      "Set-Cookie: a=b",
      is: .setsCookie,
      rules: .with { $0.cookies = .keptWhenMeantForSharedCaches }
    ),
    Answer(
      200,
      "Cache-Control: public, max-age=60",
      "Set-Cookie: a=b",
      is: .explicitFreshness,
      rules: .with { $0.cookies = .keptWhenMeantForSharedCaches }
    ),
    Answer(
      200,
      "Cache-Control: max-age=60",
      is: .explicitFreshness,
      rules: .with { $0.cookies = .refused }
    ),
  ]
}
