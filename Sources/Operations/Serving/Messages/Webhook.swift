// SPDX-License-Identifier: Apache-2.0
//
// Messages are signed as Standard Webhooks 1.0 says (standardwebhooks.com): HMAC-SHA-256 over
// "id.timestamp.body", in base64 behind "v1,". Its libraries check that in many languages.

import Bytes
import Digests
import HTTPClient
package import HTTPValues
package import Message
package import Reactor
import Signals

/// Sends messages to an address: of alerts, to users, of changed records. It belongs to a loop.
package final class Webhook {
  /// The address of the webhook and its signing key.
  package struct Settings: Sendable {
    package let origin: Origin
    package let target: String
    /// The file with the key; `nil` for messages without a signature.
    let keyFile: String?

    /// Reads the address of a receiver: `https://hooks.example.com/portico`.
    package init?(_ text: String, keyFile: String?) {
      guard let address = HTTPAddress(text) else { return nil }
      origin = address.origin
      target = address.target
      self.keyFile = keyFile
    }
  }

  private static let timeout = Duration.seconds(10)

  private let settings: Settings
  private let key: [UInt8]?
  private let client: HTTPClient

  /// - Parameters:
  ///   - word: the signing key as it is written; `nil` for messages without a signature.
  ///   - hosts: the hosts that may be local; `nil` for all of them.
  init(
    _ settings: Settings,
    word: [UInt8]?,
    near hosts: LocalHosts?,
    _ shared: SharedResources,
    on core: LoopCore
  ) throws {
    self.settings = settings
    key = word.map(Webhook.key)
    var configuration = shared.clients
    if let hosts { configuration.refusal = { hosts.refusal($0, $1) } }
    // Its calls are not part of the metrics of any site.
    client = try HTTPClient(
      on: core,
      configuration,
      resolver: shared.resolver,
      signals: try ClientSignals(try SignalRegistry())
    )
  }

  /// Creates a webhook on a loop, and returns what adds messages to it.
  ///
  /// - Parameters:
  ///   - subject: the kind of the messages, for the log.
  ///   - word: the signing key of settings without a key file.
  ///   - hosts: the hosts that may be local; `nil` for all of them.
  ///   - attempts: the maximum number of attempts for a message.
  ///   - age: the age in seconds from which on a message that failed is not sent again.
  ///   - beforeAttempt: called on the loop before each attempt to send a message; an outcome takes its place.
  ///   - whenTried: called on the loop after each attempt to send a message.
  ///   - whenLost: called on the loop with a message that is given up, and the reason.
  package static func start(
    _ settings: Settings,
    subject: String = "alert",
    word: [UInt8]? = nil,
    near hosts: LocalHosts? = nil,
    _ shared: SharedResources,
    attempts: Int = .max,
    age: Int64 = MessageDeliveries.longestAge,
    on loop: EventLoop,
    beforeAttempt: @escaping @Sendable (OutgoingMessage) async -> MessageDeliveries.Outcome? = {
      _ in nil
    },
    whenTried: @escaping @Sendable (OutgoingMessage, MessageDeliveries.Outcome) -> Void = { _, _ in
    },
    whenLost: @escaping @Sendable (OutgoingMessage, String) -> Void = { _, _ in }
  ) async throws -> MessageSender.Sending {
    let word = try settings.keyFile.map { try AdminToken.word(in: $0) } ?? word
    return try await loop.perform { core in
      let webhook = try Webhook(settings, word: word, near: hosts, shared, on: core)
      let sender = MessageSender(
        to: "\(settings.origin)",
        subject: subject,
        attempts: attempts,
        age: age,
        on: core,
        whenLost: whenLost
      ) { message in
        if let outcome = await beforeAttempt(message) { return outcome }
        let outcome = await webhook.send(message)
        whenTried(message, outcome)
        return outcome
      }
      return sender.sending
    }
  }

  /// The bytes of a key: those behind `whsec_` in base64, otherwise the word itself.
  package static func key(_ word: [UInt8]) -> [UInt8] {
    let text = String(decoding: word, as: UTF8.self)
    guard text.hasPrefix("whsec_") else { return word }
    let letters = text.dropFirst(6).filter { $0 != "=" }
      .map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    return Base64URL.bytes(String(letters)) ?? word
  }

  /// Sends a message once.
  func send(_ message: OutgoingMessage) async -> MessageDeliveries.Outcome {
    var options = CallOptions()
    options.deadline = client.core.now + Webhook.timeout
    switch await call(message, options) {
    case .success(let answer):
      return (200..<300).contains(answer.status) ? .taken : .failed("it answers \(answer.status)")
    case .failure(let error): return .failed(error.description)
    }
  }

  /// Sends a message once, and returns the answer.
  func ask(
    _ message: OutgoingMessage,
    within timeout: Duration,
    atMost mostBytes: Int
  ) async -> Result<(status: Int, body: [UInt8]), ClientError> {
    var options = CallOptions()
    options.deadline = client.core.now + timeout
    options.bodyLimit = mostBytes
    return await call(message, options)
  }

  private func call(
    _ message: OutgoingMessage,
    _ options: CallOptions
  ) async -> Result<(status: Int, body: [UInt8]), ClientError> {
    let origin = settings.origin
    var request = Request(
      .post,
      scheme: origin.scheme,
      authority: origin.authority,
      target: settings.target
    )
    request.fields.set("content-type", "application/json")
    let seconds = client.core.wallSeconds
    request.fields.set("webhook-id", message.id)
    request.fields.set("webhook-timestamp", "\(seconds)")
    if let key {
      let signature = Webhook.signature(of: message, at: seconds, key: key)
      request.fields.set("webhook-signature", signature)
    }
    do throws(ClientError) {
      let answer = try await client.fetch(
        request,
        to: Destination(origin),
        body: message.body,
        options: options
      )
      return .success((Int(answer.response.status.code), answer.body))
    } catch {
      return .failure(error)
    }
  }

  package static func signature(
    of message: OutgoingMessage,
    at seconds: Int64,
    key: [UInt8]
  ) -> String {
    let signed = Array("\(message.id).\(seconds).".utf8) + message.body
    var buffer = ByteBuffer()
    buffer.append(base64: SHA256.authentication(of: signed.span, key: key).span)
    return "v1,\(buffer.span.text)"
  }
}
