// SPDX-License-Identifier: Apache-2.0

/// A request that failed: which one, where, and what came instead of what was expected.
public struct RequestError: Error, Sendable, CustomStringConvertible {
  /// The forms of failures, each with what an app does.
  public enum Kind: Sendable, Hashable {
    /// Offline, or no answer came: the app shows what it has cached, and retries later.
    case unreachable
    /// No answer came in time: the app shows what it has cached, and retries later.
    case timedOut
    /// The task was cancelled.
    case cancelled
    /// There is no copy, and the policy allows no request.
    case notKept
    /// 404 or 410: the link is gone, and the app starts again at its config.
    case gone
    /// 401 or 403: the user has to sign in, or to continue elsewhere.
    case refused
    /// 429 or 503: too many requests, or maintenance; the app retries after ``RequestError/retryAfter`` seconds.
    case later
    /// Another 5xx: the app shows what it has cached, and retries with growing pauses (exponential backoff).
    case failed
    /// Another 4xx: the app's request was wrong.
    case wrongRequest
    /// The answer cannot be read.
    case unreadable
    /// The link is no address of the web.
    case wrongAddress
  }

  /// The form of the failure.
  public let kind: Kind
  /// The id of the task.
  public let task: String
  /// The address that was asked for, or the link that is none.
  public let address: String
  /// The status of the answer.
  public internal(set) var status: Int?
  /// The id under which the service knows the request.
  public internal(set) var requestID: String?
  /// The seconds to wait before the same request is made again.
  public internal(set) var retryAfter: Int64?
  /// The document of the answer, which an app shows if it knows its `datatype`.
  public internal(set) var document: JSONValue?
  /// The reason in words: what was seen, and what was expected.
  public internal(set) var reason: String

  init(_ kind: Kind, of task: String, at address: String, _ reason: String) {
    (self.kind, self.task, self.address, self.reason) = (kind, task, address, reason)
  }

  /// Creates a failure of a transport; the client adds the task.
  public init(_ kind: Kind, at address: WebAddress, _ reason: String) {
    self.init(kind, of: "", at: address.description, reason)
  }

  /// The failure of a task, for an error of any kind, and of a request that it joined.
  init(_ error: any Error, of handle: TaskHandle) {
    if let error = error as? RequestError {
      self.init(error.kind, of: handle.id, at: error.address, error.reason)
      (status, requestID, retryAfter) = (error.status, error.requestID, error.retryAfter)
      document = error.document
    } else {
      let isCancelled = error is CancellationError || Task.isCancelled
      self.init(
        isCancelled ? .cancelled : .unreachable,
        of: handle.id,
        at: handle.record.address,
        "\(error)"
      )
    }
  }

  /// The most bytes of a document of a failure.
  private static let largestDocument = 256 << 10

  /// The failure that an answer means.
  init(_ response: WireResponse, to request: WireRequest, of task: String, now: Int64) async {
    let kind: Kind =
      switch response.status {
      case 401, 403: .refused
      case 404, 410: .gone
      case 429, 503: .later
      case 500...: .failed
      default: .wrongRequest
      }
    var body = ContiguousArray<UInt8>()
    do {
      var pieces = response.body.makeAsyncIterator()
      while body.count < RequestError.largestDocument, let piece = try await pieces.next() {
        body.append(contentsOf: piece)
      }
    } catch {
      body = []
    }
    let document = try? JSONValue(json: body)
    let told =
      document?["detail"]?.string ?? document?["title"]?.string ?? document?["message"]?.string
    self.init(
      kind,
      of: task,
      at: request.address.description,
      "status \(response.status)" + (told.map { ": \($0)" } ?? "") + "; expected 200 to 299"
    )
    (status, self.document) = (response.status, document)
    requestID = response.fields["x-request-id"]
    retryAfter =
      response.fields["retry-after"].flatMap {
        Int64($0).map { max(0, $0) } ?? HTTPDate.seconds($0).map { max(0, $0 - now) }
      }
      ?? document?["_retryAfter"]?.string.flatMap { Int64($0) }
  }

  /// The failure in a sentence.
  public var description: String {
    let id = requestID.map { ", request \($0)" } ?? ""
    return "\(address): \(reason) (\(kind), task \(task)\(id))"
  }
}
