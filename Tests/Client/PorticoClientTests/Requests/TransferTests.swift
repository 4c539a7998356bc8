// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

/// Keeps files as the service of records does: uploads in parts, and ranges of what it has.
private final class FileService: Transport {
  struct State: Sendable {
    var file: [UInt8] = []
    var tag = 0
    var upload: [UInt8]?
    var uploads = 0
    var requests: [WireRequest] = []
    /// The number of the request at which the connection breaks, and the bytes that come through.
    var breaks: [Int: Int] = [:]
    var losesAnswer: Set<Int> = []
  }

  let state: Locked<State>

  init(_ file: [UInt8] = []) {
    state = Locked(State(file: file, tag: file.isEmpty ? 0 : 1))
  }

  var requests: [WireRequest] { state.withLock { $0.requests } }
  var methods: [String] { requests.map(\.method) }
  var file: [UInt8] { state.withLock { $0.file } }
  var sentBytes: Int { requests.map(\.body.count).reduce(0, +) }

  func send(_ request: WireRequest) async throws -> WireResponse {
    try state.withLock { state in
      state.requests.append(request)
      let (number, isUpload) = (state.requests.count, request.address.target.contains("?upload="))
      let passed = state.breaks[number]
      let body = Array(passed.map { request.body.prefix($0) } ?? request.body[...])
      let response =
        isUpload
        ? FileService.upload(request, body, &state) : FileService.file(request, body, &state)
      if passed != nil && request.method != "GET" || state.losesAnswer.contains(number) {
        throw Service.Down()
      }
      return response
    }
  }

  private static func head(_ state: State, status: Int) -> WireResponse {
    WireResponse(
      status: status,
      fields: [
        "Location": "/file?upload=\(state.uploads)", "Upload-Offset": "\(state.upload?.count ?? 0)",
      ]
    )
  }

  private static func upload(
    _ request: WireRequest,
    _ body: [UInt8],
    _ state: inout State
  ) -> WireResponse {
    guard var upload = state.upload,
      request.address.target.hasSuffix("upload=\(state.uploads)")
    else { return WireResponse(status: 404) }
    guard request.method == "PATCH" else { return head(state, status: 204) }
    guard request.fields["content-type"] == "application/partial-upload",
      request.fields["upload-offset"] == "\(upload.count)"
    else { return WireResponse(status: 409) }
    upload += body
    state.upload = upload
    guard request.fields["upload-complete"] == "?1", body.count == request.body.count else {
      return head(state, status: 204)
    }
    (state.file, state.upload, state.tag) = (upload, nil, state.tag + 1)
    return WireResponse(status: 200)
  }

  private static func file(
    _ request: WireRequest,
    _ body: [UInt8],
    _ state: inout State
  ) -> WireResponse {
    let fields: WireFields = [
      "ETag": "\"\(state.tag)\"", "Repr-Digest": "sha-256=:\(state.file.count):",
    ]
    switch request.method {
    case "PUT" where request.fields["upload-complete"] == "?0":
      (state.upload, state.uploads) = (body, state.uploads + 1)
      return head(state, status: 201)
    case "PUT":
      (state.file, state.tag) = (body, state.tag + 1)
      return WireResponse(status: 200)
    case "HEAD":
      return WireResponse(status: state.file.isEmpty ? 404 : 200, fields: fields)
    default: return part(request, fields, state)
    }
  }

  private static func part(
    _ request: WireRequest,
    _ fields: WireFields,
    _ state: State
  ) -> WireResponse {
    let passed = state.breaks[state.requests.count]
    var fields = fields
    var (first, status) = (0, 200)
    if let range = request.fields["range"], request.fields["if-range"] == fields["etag"] {
      first = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
      guard first < state.file.count else {
        fields["Content-Range"] = "bytes */\(state.file.count)"
        return WireResponse(status: 416, fields: fields)
      }
      fields["Content-Range"] = "bytes \(first)-\(state.file.count - 1)/\(state.file.count)"
      status = 206
    } else {
      fields["Content-Length"] = "\(state.file.count)"
    }
    let bytes = state.file[first...]
    let pieces = Locked([bytes.prefix(passed ?? bytes.count)])
    let body = WireBody {
      guard let piece = pieces.withLock({ $0.popLast() }) else {
        if passed != nil { throw Service.Down() }
        return nil
      }
      return piece
    }
    return WireResponse(status: status, fields: fields, body: body)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Uploads and downloads` {
  private static let large = (0..<(5 << 19)).map { UInt8(truncatingIfNeeded: $0 / 7) }
  private let url: WebAddress

  init() throws { url = try #require(WebAddress("https://shop.example/config")) }

  private func client(_ service: FileService) -> Client {
    Client(
      Environment(name: "production", configURL: url),
      transport: service,
      clock: { 1_800_000_000 },
      monotonicClock: PauselessClock()
    )
  }

  private func upload(
    _ bytes: [UInt8] = large,
    digest: String? = nil,
    resuming location: String? = nil
  ) -> Upload {
    Upload(
      to: "/file",
      mediaType: "image/png",
      length: bytes.count,
      digest: digest,
      resuming: location
    ) { ContiguousArray(bytes[$0]) }
  }

  @Test func `A small file is sent at once`() async throws {
    let service = FileService()
    let handle = client(service).upload(upload([1, 2, 3]))
    #expect(try await handle.answer.source == .network)
    #expect(service.file == [1, 2, 3])
    #expect(service.methods == ["PUT"])
    #expect(service.requests.first?.fields["content-type"] == "image/png")
    #expect(handle.record.method == "PUT")
  }

  @Test func `A large file is sent in parts`() async throws {
    let service = FileService()
    let upload = upload()
    _ = try await client(service).upload(upload).answer
    #expect(service.file == Self.large)
    #expect(service.methods == ["PUT", "PATCH", "PATCH", "PATCH"])
    #expect(service.sentBytes == Self.large.count)
    #expect(upload.sent == Self.large.count)
  }

  @Test(arguments: [true, false])
  func `After a break only the bytes that the service lacks are sent`(
    isRetried: Bool
  ) async throws {
    let service = FileService()
    service.state.withLock { $0.breaks = [3: 1_000] }
    let (client, upload) = (client(service), upload())
    if isRetried {
      let handle = client.upload(upload, retry: .retry(most: 1))
      _ = try await handle.answer
      #expect(handle.record.attempts == 2)
    } else {
      await #expect(throws: RequestError.self) { try await client.upload(upload).answer }
      _ = try await client.upload(self.upload(resuming: upload.location)).answer
    }
    #expect(service.file == Self.large)
    #expect(service.methods == ["PUT", "PATCH", "PATCH", "HEAD", "PATCH", "PATCH"])
    #expect(service.requests[4].fields["upload-offset"] == "\(Upload.partSize + 1_000)")
    #expect(service.sentBytes == Self.large.count + Upload.partSize - 1_000)
  }

  @Test func `A part whose answer is lost is not sent again`() async throws {
    let service = FileService()
    service.state.withLock { $0.losesAnswer = [2] }
    _ = try await client(service).upload(upload(), retry: .retry(most: 1)).answer
    #expect(service.file == Self.large)
    #expect(service.sentBytes == Self.large.count)
  }

  @Test func `An upload that has ended unnoticed is known by its digest`() async throws {
    let service = FileService()
    service.state.withLock { $0.losesAnswer = [4] }
    let upload = upload(digest: "sha-256=:\(Self.large.count):")
    _ = try await client(service).upload(upload, retry: .retry(most: 1)).answer
    #expect(service.methods == ["PUT", "PATCH", "PATCH", "PATCH", "HEAD", "HEAD"])
    #expect(service.sentBytes == Self.large.count)
  }

  @Test func `An upload that the service has given up begins anew`() async throws {
    let service = FileService()
    _ = try await client(service).upload(upload(resuming: "/file?upload=9")).answer
    #expect(service.methods == ["HEAD", "PUT", "PATCH", "PATCH", "PATCH"])
    #expect(service.file == Self.large)
  }

  @Test func `The location of an upload is of the service itself`() async throws {
    let service = FileService()
    let upload = upload(resuming: "https://other.example/file?upload=1")
    let error = await #expect(throws: RequestError.self) {
      try await client(service).upload(upload).answer
    }
    #expect(error?.kind == .wrongAddress)
    #expect(service.requests.isEmpty)
  }

  private func download(
    _ written: Locked<[UInt8]>,
    _ progress: Download.Progress = .init()
  )
    -> Download
  {
    Download(from: "/file", resuming: progress) { bytes, offset in
      written.withLock { written in
        written.removeSubrange(min(offset, written.count)...)
        written += bytes
      }
    }
  }

  @Test func `A download goes on behind a break`() async throws {
    let service = FileService(Self.large)
    service.state.withLock { $0.breaks = [1: 1_000, 2: 500] }
    let written = Locked<[UInt8]>([])
    let download = download(written)
    let handle = client(service).download(download, retry: .retry(most: 2))
    _ = try await handle.answer
    #expect(written.withLock { $0 } == Self.large)
    #expect(service.requests.map { $0.fields["range"] } == [nil, "bytes=1000-", "bytes=1500-"])
    #expect(service.requests.last?.fields["if-range"] == "\"1\"")
    #expect(handle.record.bytes == Self.large.count)
    #expect(download.progress.received == Self.large.count)
  }

  @Test func `A file that has changed meanwhile is fetched as a whole`() async throws {
    let service = FileService(Self.large)
    service.state.withLock { $0.breaks = [1: 1_000] }
    let (client, written) = (client(service), Locked<[UInt8]>([]))
    let download = download(written)
    await #expect(throws: RequestError.self) { try await client.download(download).answer }
    service.state.withLock { ($0.file, $0.tag) = ([7, 8], 2) }
    let next = self.download(written, download.progress)
    _ = try await client.download(next).answer
    #expect(written.withLock { $0 } == [7, 8])
    #expect(next.progress.length == 2)
  }

  @Test func `A download that is complete already asks for nothing more`() async throws {
    let service = FileService(Self.large)
    let (client, written) = (client(service), Locked<[UInt8]>([]))
    let download = download(written)
    _ = try await client.download(download).answer
    _ = try await client.download(download).answer
    #expect(service.requests.count == 2)
    #expect(written.withLock { $0 } == Self.large)
    #expect(client.store.snapshot.count == 0)
  }
}
