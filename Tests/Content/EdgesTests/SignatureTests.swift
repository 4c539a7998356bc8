// SPDX-License-Identifier: Apache-2.0

import Edges
import HTTPValues
import Testing

/// What AWS and Akamai publish for those who implement their signatures.
@Suite struct `Signatures of AWS and Akamai` {
  @Test(arguments: [
    (Method.get, "/", "", "", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    (.post, "/", "", "", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    (
      .get, "/?Param2=value2&Param1=value1", "", "",
      "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
    ),
    (
      .post, "/", "application/x-www-form-urlencoded", "Param1=value1",
      "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"
    ),
  ])
  func `A request signed for AWS has the published signature`(
    method: HTTPValues.Method,
    target: String,
    type: String,
    body: String,
    signature: String
  ) {
    var request = Request(method, authority: "example.amazonaws.com", target: target)
    if !type.isEmpty { request.fields.append("content-type", type) }
    AWSSignature(
      service: "service",
      region: "us-east-1",
      accessKey: "AKIDEXAMPLE",
      secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
    ).sign(&request, Array(body.utf8), at: 1_440_938_160)
    #expect(request.fields["x-amz-date"] == "20150830T123600Z")
    #expect(
      request.fields["authorization"]
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        + "SignedHeaders=\(type.isEmpty ? "" : "content-type;")host;x-amz-date, "
        + "Signature=\(signature)"
    )
  }

  @Test func `The signature for AWS covers the session token`() {
    var request = Request(.get, authority: "a", target: "/")
    AWSSignature(service: "s", region: "r", accessKey: "a", secretKey: "b", sessionToken: "t")
      .sign(&request, [], at: 0)
    #expect(request.fields["x-amz-security-token"] == "t")
    #expect(
      request.fields["authorization"]?.contains("=host;x-amz-date;x-amz-security-token,") == true
    )
  }

  @Test(arguments: [
    (Method.get, "/", "", "tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU="),
    (.get, "/testapi/v1/t1?p1=1&p2=2", "", "hKDH1UlnQySSHjvIcZpDMbQHihTQ0XyVAKZaApabdeA="),
    (
      .post, "/testapi/v1/t3", "datadatadatadatadatadatadatadata",
      "hXm4iCxtpN22m4cbZb4lVLW5rhX8Ca82vCFqXzSTPe4="
    ),
    (.post, "/testapi/v1/t6", "", "1gEDxeQGD5GovIkJJGcBaKnZ+VaPtrc4qBUHixjsPCQ="),
  ])
  func `A request signed for Akamai has the published signature`(
    method: HTTPValues.Method,
    target: String,
    body: String,
    signature: String
  ) {
    var request = Request(
      method,
      scheme: .https,
      authority: "akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net",
      target: target
    )
    EdgeGridSignature(
      clientToken: "akab-client-token-xxx-xxxxxxxxxxxxxxxx",
      clientSecret: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=",
      accessToken: "akab-access-token-xxx-xxxxxxxxxxxxxxxx"
    ).sign(
      &request,
      Array(body.utf8),
      PurgeRequest.Moment(
        seconds: 1_395_430_461,
        nonce: "nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
        reference: ""
      )
    )
    #expect(
      request.fields["authorization"]
        == "EG1-HMAC-SHA256 client_token=akab-client-token-xxx-xxxxxxxxxxxxxxxx;"
        + "access_token=akab-access-token-xxx-xxxxxxxxxxxxxxxx;"
        + "timestamp=20140321T19:34:21+0000;nonce=nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx;"
        + "signature=\(signature)"
    )
  }
}
