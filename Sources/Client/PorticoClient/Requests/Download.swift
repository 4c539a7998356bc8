// SPDX-License-Identifier: Apache-2.0

/// A file on its way to the device, which is written as it comes; after a break only the rest is asked for, if the file
/// is still the same (RFC 9110 section 14).
///
/// ```swift
/// let download = Download(from: "/v1/notes/\(id)/picture") { bytes, offset in try file.write(bytes, at: offset) }
/// try await client.download(download, retry: .retry(most: 5)).answer
/// ```
public final class Download: Sendable {
  /// The progress of a download, by which another process may go on.
  public struct Progress: Sendable, Hashable {
    /// The number of bytes that were written.
    public var received = 0
    /// The number of bytes of the file, once it is known.
    public var length: Int?
    /// The entity tag or date by which the file is known to be the same.
    public var validator: String?

    /// Creates the progress of a download that has not begun.
    public init() {}
  }

  /// The address of the file.
  public let link: String
  let write: @Sendable (ArraySlice<UInt8>, Int) async throws -> Void
  private let state: Locked<Progress>

  /// Creates a download.
  ///
  /// - Parameters:
  ///   - link: the address of the file.
  ///   - progress: the progress of an earlier process.
  ///   - write: writes bytes at an offset; the next ones are asked for when it returns. Offset 0 begins the file anew.
  public init(
    from link: String,
    resuming progress: Progress = Progress(),
    write: @escaping @Sendable (ArraySlice<UInt8>, Int) async throws -> Void
  ) {
    (self.link, self.write) = (link, write)
    state = Locked(progress)
  }

  /// The progress so far.
  public internal(set) var progress: Progress {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

extension Client {
  /// Fetches the bytes of a download that are not there yet. They go to its `write` alone, not to the cache.
  ///
  /// After a failure the same download may be made again, and goes on where it was.
  @discardableResult
  public func download(_ download: Download, retry: RetryPolicy = .never) -> TaskHandle {
    let fields: WireFields = ["Accept-Encoding": "identity"]
    return launch(download.link, method: "GET", fields: fields) { [self] request, handle in
      while true {
        do {
          let answer = try await receive(download, request, handle)
          retries.add()
          return answer
        } catch {
          try await wait(after: RequestError(error, of: handle), of: request, retry, handle)
        }
      }
    }
  }

  private func receive(
    _ download: Download,
    _ request: WireRequest,
    _ handle: TaskHandle
  ) async throws -> Answer {
    var request = request
    let before = download.progress
    if before.received > 0, let validator = before.validator {
      request.fields["Range"] = "bytes=\(before.received)-"
      request.fields["If-Range"] = validator
    }
    let exchange = try await fetcher.sender.send(request, for: handle.id)
    let response = exchange.response
    handle.note { record in
      (record.status, record.source) = (response.status, .network)
      record.requestID = response.fields["x-request-id"]
      record.requests += exchange.requests
    }
    var progress = before
    switch response.status {
    case 200:
      progress = Download.Progress()
      progress.length = response.fields["content-length"].flatMap { Int($0) }
      progress.validator = Download.validator(response.fields)
    case 206 where request.fields["range"] != nil:
      let range = ContentRange(response.fields["content-range"] ?? "")
      guard let range, range.first == before.received else {
        throw failure("the part is another one than \(before.received)-", exchange, handle)
      }
      progress.length = range.length ?? progress.length
    case 416 where request.fields["range"] != nil:
      let length = ContentRange(response.fields["content-range"] ?? "")?.length
      download.progress = length == before.received ? before : Download.Progress()
      guard length == before.received else { return try await receive(download, request, handle) }
      return Answer(of: handle.id, in: store, response.fields)
    default: throw await RequestError(response, to: exchange.request, of: handle.id, now: now)
    }
    download.progress = progress
    var body = response.body.makeAsyncIterator()
    while let piece = try await body.next() {
      try await download.write(piece, progress.received)
      progress.received += piece.count
      download.progress = progress
      handle.note { $0.bytes += piece.count }
    }
    if let length = progress.length, progress.received != length {
      let reason = "the body ends at byte \(progress.received); expected \(length) bytes"
      throw failure(reason, exchange, handle)
    }
    return Answer(of: handle.id, in: store, response.fields)
  }

  /// The failure of an answer that does not have the bytes that it says.
  private func failure(
    _ reason: String,
    _ exchange: RequestSender.Exchange,
    _ handle: TaskHandle
  ) -> RequestError {
    RequestError(.unreachable, of: handle.id, at: exchange.request.address.description, reason)
  }
}

extension Download {
  /// The strong entity tag of a file, or else its date.
  fileprivate static func validator(_ fields: WireFields) -> String? {
    if let tag = fields["etag"] { return tag.hasPrefix("\"") ? tag : nil }
    return fields["last-modified"]
  }
}

/// The value of `Content-Range`, such as `bytes 100-199/1234`.
private struct ContentRange {
  /// The offset of the first byte; `nil` in a refusal.
  let first: Int?
  /// The number of bytes of the whole; `nil` where it is not known.
  let length: Int?

  init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst("bytes ".count).split(separator: "/")
    guard parts.count == 2 else { return nil }
    first = Int(parts[0].prefix { $0 != "-" })
    length = Int(parts[1])
  }
}
