// SPDX-License-Identifier: Apache-2.0
//
// Resumable uploads by draft-ietf-httpbis-resumable-upload, as the records of the service have them. An upload is
// begun without bytes, so that a break costs none; each part says the offset at which it belongs, so that no part
// counts twice; after a break the service says how much it has.

/// A file on its way to a record, in parts; after a break only the rest is sent.
///
/// ```swift
/// let upload = Upload(to: "/v1/notes/\(id)/picture", mediaType: "image/png", length: size) { range in
///   try file.read(range)
/// }
/// try await client.upload(upload, retry: .retry(most: 5)).answer
/// ```
public final class Upload: Sendable {
  private struct State: Sendable {
    var location: String?
    var sent = 0
  }

  /// The most bytes of a part, and of a file that is sent at once.
  public static let partSize = 1 << 20

  /// The address of the file.
  public let link: String
  /// The number of bytes of the file.
  public let length: Int
  let fields: WireFields
  let read: @Sendable (Range<Int>) async throws -> ContiguousArray<UInt8>
  private let state: Locked<State>

  /// Creates an upload.
  ///
  /// - Parameters:
  ///   - link: the address of the file.
  ///   - mediaType: the type of the file.
  ///   - length: the number of its bytes.
  ///   - digest: the value of `Repr-Digest`, such as `sha-256=:…:`, by which the service checks the whole.
  ///   - location: the address of an upload that an earlier process has begun.
  ///   - read: returns the bytes of a range.
  public init(
    to link: String,
    mediaType: String,
    length: Int,
    digest: String? = nil,
    resuming location: String? = nil,
    read: @escaping @Sendable (Range<Int>) async throws -> ContiguousArray<UInt8>
  ) {
    (self.link, self.length, self.read) = (link, max(length, 0), read)
    var fields: WireFields = ["Content-Type": mediaType]
    fields["Repr-Digest"] = digest
    self.fields = fields
    state = Locked(State(location: location))
  }

  /// The address of the unfinished upload, by which another process may go on; `nil` until it is begun.
  public internal(set) var location: String? {
    get { state.withLock { $0.location } }
    set { state.withLock { $0.location = newValue } }
  }

  /// The number of bytes that the service has, as far as is known.
  public internal(set) var sent: Int {
    get { state.withLock { $0.sent } }
    set { state.withLock { $0.sent = newValue } }
  }
}

extension Client {
  /// Sends the bytes of an upload that the service does not have yet.
  ///
  /// After a failure the same upload may be sent again, and goes on where it was.
  @discardableResult
  public func upload(_ upload: Upload, retry: RetryPolicy = .never) -> TaskHandle {
    launch(upload.link, method: "PUT", fields: upload.fields) { [self] request, handle in
      while true {
        do {
          let answer = try await send(upload, request, handle)
          retries.add()
          return answer
        } catch {
          try await wait(after: RequestError(error, of: handle), of: request, retry, handle)
        }
      }
    }
  }

  private func send(
    _ upload: Upload,
    _ request: WireRequest,
    _ handle: TaskHandle
  ) async throws -> Answer {
    if upload.location != nil, let answer = try await progress(upload, request, handle) {
      return answer
    }
    if upload.location == nil {
      var first = request
      guard upload.length > Upload.partSize else {
        first.body = try await upload.read(0..<upload.length)
        let answer = try await fetcher.fetched(first, nil, for: handle)
        upload.sent = upload.length
        return answer
      }
      first.fields["Upload-Complete"] = "?0"
      first.fields["Upload-Length"] = "\(upload.length)"
      let answer = try await fetcher.fetched(first, nil, for: handle)
      upload.location =
        answer.fields["location"].flatMap { request.address.resolving($0) }?
        .description
      upload.sent = 0
    }
    while true {
      let end = min(upload.length, upload.sent + Upload.partSize)
      let isLast = end == upload.length
      var part = try location(of: upload, request, handle, method: "PATCH")
      part.fields["Content-Type"] = "application/partial-upload"
      part.fields["Upload-Offset"] = "\(upload.sent)"
      part.fields["Upload-Complete"] = isLast ? "?1" : "?0"
      part.body = try await upload.read(upload.sent..<end)
      let answer = try await fetcher.fetched(part, nil, for: handle)
      upload.sent = end
      if isLast { return answer }
    }
  }

  /// A request of the address of an unfinished upload, which must be of the service.
  private func location(
    of upload: Upload,
    _ request: WireRequest,
    _ handle: TaskHandle,
    method: String
  ) throws(RequestError) -> WireRequest {
    let link = upload.location ?? ""
    guard !link.isEmpty, let address = request.address.resolving(link),
      address.isOfSameOrigin(as: request.address)
    else {
      let reason = "expected the location of the upload, of the same origin"
      throw RequestError(.wrongAddress, of: handle.id, at: link, reason)
    }
    var located = WireRequest(method, address, fields: request.fields)
    for name in ["Content-Type", "Repr-Digest"] { located.fields[name] = nil }
    return located
  }

  /// Asks how many bytes the service has. Of an upload that it does not know, the whole must be sent, unless the
  /// file is there already: then returns that answer.
  private func progress(
    _ upload: Upload,
    _ request: WireRequest,
    _ handle: TaskHandle
  ) async throws -> Answer? {
    do {
      let head = try location(of: upload, request, handle, method: "HEAD")
      let answer = try await fetcher.fetched(head, nil, for: handle)
      guard let offset = answer.fields["upload-offset"].flatMap({ Int($0) }),
        (0...upload.length).contains(offset)
      else {
        let seen = answer.fields["upload-offset"] ?? "missing"
        let reason = "upload-offset is \(seen); expected 0 to \(upload.length)"
        throw RequestError(.unreadable, of: handle.id, at: head.address.description, reason)
      }
      upload.sent = offset
      return nil
    } catch let error as RequestError where error.kind == .gone {
      (upload.location, upload.sent) = (nil, 0)
    }
    guard let digest = request.fields["repr-digest"] else { return nil }
    var head = request
    head.method = "HEAD"
    head.fields["Content-Type"] = nil
    do {
      let answer = try await fetcher.fetched(head, nil, for: handle)
      guard answer.fields["repr-digest"] == digest else { return nil }
      upload.sent = upload.length
      return answer
    } catch let error as RequestError where error.kind == .gone {
      return nil
    }
  }
}
