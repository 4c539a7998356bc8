// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStoreTesting
import Sites
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Webhooks before files, forms and sign-ups` {
  @Test func `A file and a form are asked about before the record has them`() async throws {
    let asked = Mutex<[DataValue]>([])
    let refuses = Mutex(true)
    let server = try await ResourceServer { settings in
      settings.ask = { questions in
        questions.map { question in
          let value = (try? DataValue(reading: question.body.span, as: .json)) ?? .null
          asked.withLock { $0.append(value) }
          return BeforeReply(
            refuses.withLock(\.self)
              ? .response(
                status: 200,
                body: Array(#"{"refuse": {"code": "no-photos", "message": "No photos"}}"#.utf8)
              )
              : .response(status: 204, body: [])
          )
        }
      }
    }
    let shop = try server.under.create(["name": "Corner"], in: "shops")
    let hook: DataValue = ["before": ["url": "https://a.example"]]
    _ = try server.under.send(.patch, "/v1/_schema/shops", [:], hook)
    let path = "/v1/shops/\(shop)/photo"
    let refused = try await server.send("PUT \(path)", body: "123")
    #expect(refused.status == 422 && refused.json["code"] == "no-photos", "\(refused.body)")
    #expect(try await server.send("GET \(path)").status == 404)
    let part = "--x\r\ncontent-disposition: form-data; name=\"photo\"; filename=\"p\"\r\n\r\n"
    let form = part + "123\r\n--x--\r\n"
    let fields = ["Content-Type: multipart/form-data; boundary=x"]
    #expect(try await server.send("POST /v1/shops", fields, body: form).status == 422)
    refuses.withLock { $0 = false }
    #expect(try await server.send("PUT \(path)", body: "123").status == 201)
    #expect(try await server.send("POST /v1/shops", fields, body: form).status == 201)
    #expect(try await server.send("DELETE \(path)").status == 204)
    let types = asked.withLock { $0.compactMap { $0["type"]?.string } }
    let (insert, update) = ("shops.before-insert", "shops.before-update")
    #expect(types == [update, insert, update, insert, update])
    let photo = asked.withLock { $0[2]["data"]?["record"]?["photo"] }
    #expect(photo?["bytes"] == 3)
  }

  @Test func `Somebody who signs up is asked about`() throws {
    let people = try PeopleUnderTest()
    people.service.service.renew { settings in
      settings.ask = { questions in
        questions.map { question in
          BeforeReply(
            String(decoding: question.body, as: UTF8.self).contains("ann@")
              ? .response(
                status: 200,
                body: Array(
                  #"{"refuse": {"status": 403, "code": "not-invited", "message": "No"}}"#.utf8
                )
              )
              : .response(status: 204, body: [])
          )
        }
      }
    }
    let hook: DataValue = ["before": ["url": "https://a.example", "on": ["insert"]]]
    let declared = try people.send(.patch, "/v1/_schema/users", as: "admin", hook)
    #expect(declared.status == 200, "\(declared.json)")
    let account: DataValue = [
      "email": "ann@example.com", "password": "ann's password", "register": true,
    ]
    let refused = try people.send(.post, "/v1/session", as: nil, account)
    #expect(refused.status == 403 && refused.json["code"] == "not-invited")
    #expect(try people.signIn("ann").status == 401)
    #expect(try people.signUp("bob").hasPrefix("ps_"))
  }
}
