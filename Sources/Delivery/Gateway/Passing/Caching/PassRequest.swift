// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPCaching
import HTTPServer
import HTTPValues
import Passing

/// A request whose answer may be stored, with everything that its answer depends on.
struct PassRequest {
  let target: PassTarget
  /// The client's request, for the service's target.
  let request: Request
  private let peer: Peer
  /// Record for the event of the client's request; `nil` without a client.
  let record: PassRecord?
  /// The read that answers it, if it is for records of the site; `nil` for a request to a service.
  let read: RecordRead?

  init(
    _ exchange: Exchange,
    at target: PassTarget,
    _ record: PassRecord,
    reading read: RecordRead? = nil
  ) {
    self.init(target, target.request(of: exchange.request), exchange.peer, record, read)
  }

  private init(
    _ target: PassTarget,
    _ request: Request,
    _ peer: Peer,
    _ record: PassRecord?,
    _ read: RecordRead?
  ) {
    self.target = target
    self.request = request
    self.peer = peer
    self.record = record
    self.read = read
  }

  var route: PassRoute { target.route }

  /// Its sender, as the service is told of it.
  var sender: RequestSender { route.sender(of: request, from: peer) }

  /// The same request without a client: for the whole answer, without conditions.
  var plain: PassRequest {
    var request = request
    request.method = .get
    for name: FieldName in ["if-none-match", "if-modified-since", "range", "if-range"] {
      request.fields.remove(name)
    }
    return PassRequest(target, request, peer, nil, read)
  }

  /// Returns the key under which requests wait for one fetch.
  func waitingKey(_ heads: [StoredResponse], in store: AnswerStore) -> CacheKey {
    target.waitingKey(request.fields, heads, in: store)
  }
}
