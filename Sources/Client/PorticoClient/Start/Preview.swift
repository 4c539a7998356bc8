// SPDX-License-Identifier: Apache-2.0

extension Client {
  /// Shows the draft behind an editor's link: a session of a client of its own, all of it in memory.
  ///
  /// Nothing of the draft gets into this client's store, and nothing of it is reported. The session follows the draft:
  /// each save is offered as its newer edition, and the end of the preview is the state ``AppState/previewEnded``.
  ///
  /// ```swift
  /// var session = try await client.preview(scanned)
  /// show(try await session.screen(session.config["home"]?.string ?? "/"))
  /// while await session.changes.first(where: { $0.newer != nil }) != nil {
  ///   session = session.next()
  ///   show(try await session.screen(session.config["home"]?.string ?? "/"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - link: the link, as the QR code has it.
  ///   - clock: measures the pauses between two questions whether a closed site is open again.
  /// - Throws: ``RequestError``; of the status 410 where the preview is over already.
  public func preview(
    _ link: String,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> Session {
    guard let address = environment.configURL.resolving(link) else {
      throw RequestError(.wrongAddress, of: "", at: link, "expected the link of a preview")
    }
    let client = Client(ofDraftAt: address, beside: self)
    let bootstrap = Bootstrap(client, .cached, nil, clock, isPreview: true)
    let session: Session
    do {
      session = Session(try await bootstrap.first(), bootstrap)
    } catch {
      throw error as? RequestError
        ?? RequestError(.cancelled, of: "", at: address.description, "\(error)")
    }
    let current: @Sendable () -> Bootstrap? = { [weak bootstrap] in bootstrap }
    bootstrap.following(Task { await Draft(client).follow(current) })
    return session
  }
}

/// Follows a draft by requests that wait until it has changed.
private struct Draft: Sendable {
  /// The seconds for which a request asks to be held; less than networks keep a silent connection.
  private static let wait = 25
  /// The least pause between two requests, where the service does not hold them.
  private static let pause = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(30)

  let client: Client

  init(_ client: Client) { self.client = client }

  /// - Parameter bootstrap: the bootstrap of the draft's sessions; `nil` once the app has none any more.
  func follow(_ bootstrap: @escaping @Sendable () -> Bootstrap?) async {
    var tag: String?
    var failures = 0
    while !Task.isCancelled, bootstrap() != nil {
      do {
        let answer = try await held(knowing: tag)
        failures = 0
        switch answer.status {
        case 304: break
        case 200:
          tag = answer.fields["etag"]
          await bootstrap()?.ask(for: .background)
        case 410:
          bootstrap()?.endPreview()
          return
        default: failures += 1
        }
      } catch {
        failures += 1
      }
      let pause = failures == 0 ? Draft.pause : .seconds(1) * (1 << min(failures - 1, 5))
      do { try await client.pause(min(pause, Draft.longestPause)) } catch { return }
    }
  }

  private func held(knowing tag: String?) async throws -> WireResponse {
    var request = WireRequest("GET", client.environment.configURL, fields: client.commonFields)
    if let tag {
      request.fields["If-None-Match"] = tag
      request.fields["Prefer"] = "wait=\(Draft.wait)"
    }
    let response = try await client.fetcher.sender.send(request, for: "preview").response
    var body = response.body.makeAsyncIterator()
    while try await body.next() != nil {}
    return response
  }
}
