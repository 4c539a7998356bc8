// SPDX-License-Identifier: Apache-2.0

// A second environment is asked only after the visitor has the answer, so that it can neither delay
// nor fail it. Both answers are compared and dropped.

import Backends
import Bytes
import HTTPClient
import HTTPValues
import Reactor
import Services

/// Asks a second service for some of the requests of the first, and compares the answers. It
/// belongs to a loop.
final class Mirror {
  /// Maximum number of comparisons under way on one loop.
  static let maximumUnderWay = 16
  /// Maximum bytes of an answer that are compared.
  static let comparedBytes = 262_144
  /// The timeout of the second service.
  private static let patience = Duration.seconds(30)

  let name: String
  private let credentials: CredentialSelection
  private let backend: Backend
  private let core: LoopCore
  private let signals: MirrorSignals
  private var underWay = 0
  private var random = SystemRandomNumberGenerator()

  init(
    _ name: String,
    _ backend: Backend,
    sees credentials: CredentialSelection,
    _ signals: MirrorSignals,
    on core: LoopCore
  ) {
    self.name = name
    self.backend = backend
    self.credentials = credentials
    self.signals = signals
    self.core = core
  }

  var loop: LoopNumber { core.loop.number }

  /// Returns the ticket for one comparison, for a share of the requests.
  ///
  /// - Parameter share: of ten thousand.
  func ticket(_ share: Int) -> MirrorTicket? {
    guard share > Int.random(in: 0..<10_000, using: &random) else { return nil }
    guard underWay < Mirror.maximumUnderWay else {
      signals.count(.dropped, of: name)
      return nil
    }
    underWay += 1
    return MirrorTicket(self)
  }

  func returned() { underWay -= 1 }

  /// Repeats a plan's call, and compares the JSON.
  func compare(_ call: BackendCall, _ seen: [UInt8], _ status: Status, _ ticket: MirrorTicket) {
    var call = call
    credentials.restrict(&call.request.fields)
    // What the first service is sent is not for the second one.
    call.sent = nil
    call.deadline = core.now + Mirror.patience
    call.priority = .optional
    // A call that nobody waits for is not retried.
    call.isIdempotent = false
    let confined = LoopConfined((mirror: self, ticket: ticket), to: core.loop.number)
    core.loop.start { [call] in
      let (mirror, ticket) = confined.value
      do throws(BackendFault) {
        let answer = try await mirror.backend.call(call)
        let isSame = answer.head.status == status && SameJSON.areSame(seen, answer.body)
        mirror.count(isSame ? .same : .different)
      } catch {
        // An unusable answer differs from that of the first service.
        mirror.count(error.status == nil ? .failed : .different)
      }
      withExtendedLifetime(ticket) {}
    }
  }

  /// Repeats a visitor's request.
  func compare(_ ticket: MirrorTicket) {
    let confined = LoopConfined((mirror: self, ticket: ticket), to: core.loop.number)
    core.loop.start {
      let (mirror, ticket) = confined.value
      mirror.count(await mirror.outcome(ticket))
    }
  }

  private func outcome(_ ticket: MirrorTicket) async -> MirrorSignals.Outcome {
    guard var request = ticket.request, let expected = ticket.status else { return .failed }
    credentials.restrict(&request.fields)
    var options = CallOptions()
    options.deadline = core.now + Mirror.patience
    options.connectionWait = backend.settings.timeout
    let stream: OpenCall
    do throws(BackendFault) {
      stream = try await backend.open(request, options: options)
    } catch {
      return .failed
    }
    guard stream.exchange.response.status == expected else {
      stream.cancel()
      return .different
    }
    return await outcome(stream, ticket)
  }

  /// Compares the body with the visitor's: its length, and its beginning.
  private func outcome(
    _ stream: OpenCall,
    _ ticket: MirrorTicket
  ) async -> MirrorSignals.Outcome {
    var buffer = ByteBuffer()
    var place = 0
    do throws(ClientError) {
      while try await stream.read(into: &buffer) {
        guard ticket.continues(buffer.span, at: place) else {
          stream.cancel()
          return .different
        }
        place += buffer.count
        buffer.removeAll()
      }
    } catch {
      return .failed
    }
    return place == ticket.count ? .same : .different
  }

  private func count(_ outcome: MirrorSignals.Outcome) { signals.count(outcome, of: name) }
}

/// A mirror, and its share of the reads, of ten thousand.
struct MirroredShare {
  let mirror: Mirror
  let share: Int

  func ticket() -> MirrorTicket? { mirror.ticket(share) }

  /// Returns a ticket for a read without conditions or ranges.
  func ticket(for request: Request) -> MirrorTicket? {
    guard request.method == .get else { return nil }
    for name: FieldName in ["range", "if-none-match", "if-modified-since", "if-match"]
    where request.fields.contains(name) {
      return nil
    }
    guard let ticket = ticket() else { return nil }
    ticket.request = request
    return ticket
  }
}
