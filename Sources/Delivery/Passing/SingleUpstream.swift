// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor

/// One server at one place.
final class SingleUpstream: Upstream {
  var origin: Origin { destination.origin }
  var core: LoopCore { client.core }
  var hasRoomForUpload: Bool { true }
  private let client: HTTPClient
  private let destination: Destination

  init(_ client: HTTPClient, _ destination: Destination) {
    self.client = client
    self.destination = destination
  }

  func begin(
    _ request: consuming Request,
    body: CallBody,
    options: CallOptions,
    interim: ((Response) -> Void)?,
    whenOpen: @escaping (Result<any ForwardedCall, ForwardingFault>) -> Void
  ) -> any PendingForward {
    let call = SingleCall(awaitsHead: body.isReplayable, interim, whenOpen)
    do throws(ClientError) {
      call.sent(try client.submit(request, to: destination, body: body, options: options))
    } catch {
      call.over(.failure(ForwardingFault(error)))
    }
    return call
  }
}

/// A request to one server, before and after the head of the answer.
private final class SingleCall: ForwardedCall, PendingForward, ExchangeWatcher {
  private var sent: ClientExchange?
  private let awaitsHead: Bool
  private let interim: ((Response) -> Void)?
  private var whenOpen: ((Result<any ForwardedCall, ForwardingFault>) -> Void)?

  init(
    awaitsHead: Bool,
    _ interim: ((Response) -> Void)?,
    _ whenOpen: @escaping (Result<any ForwardedCall, ForwardingFault>) -> Void
  ) {
    self.awaitsHead = awaitsHead
    self.interim = interim
    self.whenOpen = whenOpen
  }

  func sent(_ exchange: ClientExchange) {
    sent = exchange
    exchange.watch(self)
    exchangeMoved()
  }

  func exchangeMoved() {
    guard let exchange = sent, whenOpen != nil else { return }
    while let next = exchange.takeInterim() { interim?(next) }
    do throws(ClientError) {
      guard try awaitsHead ? exchange.hasHead() : exchange.isUnderWay() else { return }
      exchange.unwatch()
      over(.success(self))
    } catch {
      over(.failure(ForwardingFault(error)))
    }
  }

  func over(_ result: Result<any ForwardedCall, ForwardingFault>) {
    whenOpen.take()?(result)
  }

  // MARK: once it is open

  /// There is one once the call is open.
  var exchange: ClientExchange {
    guard let sent else { preconditionFailure("a call is used that was never sent") }
    return sent
  }

  func waitForHead(_ interim: ((Response) -> Void)?) async throws(ForwardingFault) {
    do throws(ClientError) {
      try await exchange.waitForHead(interim)
    } catch {
      throw ForwardingFault(error)
    }
  }

  func uploaded() {}

  func ended(_ error: ClientError?) {}

  func cancel() { sent?.cancel() }
}
