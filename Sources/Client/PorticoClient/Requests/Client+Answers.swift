// SPDX-License-Identifier: Apache-2.0

extension Client {
  /// Launches a task that answers a request.
  func launch(
    _ link: String,
    method: String,
    body: ContiguousArray<UInt8> = [],
    fields: WireFields,
    purpose: TaskRecord.Purpose = .asked,
    waitsForDisk: Bool = true,
    _ answer: @escaping @Sendable (WireRequest, TaskHandle) async throws -> Answer
  ) -> TaskHandle {
    let address = environment.configURL.resolving(link)
    let record = TaskRecord(
      id: TaskRegistry.newID(),
      method: method,
      address: address?.description ?? link,
      begin: now,
      purpose: purpose
    )
    let elapsed = fetcher.sender.elapsed
    let handle = TaskHandle(record, at: elapsed()) { [self] in
      launch(
        link,
        method: method,
        body: body,
        fields: fields,
        purpose: purpose,
        waitsForDisk: waitsForDisk,
        answer
      )
    }
    tasks.add(handle)
    handle.start { [self] handle in
      var given: Answer?
      defer { tasks.end(handle, given, at: now, after: elapsed() - handle.launch) }
      do {
        guard let address else {
          let expected = "expected a link or an http address"
          throw RequestError(.wrongAddress, of: handle.id, at: link, expected)
        }
        var request = WireRequest(method, address, fields: commonFields, body: body)
        for field in fields.all { request.fields[field.name] = field.value }
        if purpose == .prefetch { request.fields["Sec-Purpose"] = "prefetch" }
        request = await fetcher.sender.withCredentials(request, waits: waitsForDisk)
        let answer = try await answer(request, handle)
        given = answer
        return answer
      } catch {
        let failure = RequestError(error, of: handle)
        handle.note { $0.error = failure }
        throw failure
      }
    }
    return handle
  }

  /// Launches a request of the network for a document.
  ///
  /// - Parameters:
  ///   - isDiskPrompt: whether to look at the disk first, for the tag of a copy and for cookies; those of a disk that
  ///     hangs go with later requests.
  ///   - number: a fresh copy is used in place of the network if its request came after the one of this number.
  ///   - purpose: the reason of the request.
  package func launch(
    _ link: String,
    isDiskPrompt: Bool,
    copyAfter number: UInt64? = nil,
    purpose: TaskRecord.Purpose
  ) -> TaskHandle {
    launch(link, method: "GET", fields: [:], purpose: purpose, waitsForDisk: isDiskPrompt) {
      [self] request, handle in
      let target = fetcher.target(of: request.address)
      if isDiskPrompt, let number,
        let kept = await answers.answer(from: target, to: request.fields), kept.number > number,
        kept.freshness.isFresh(at: now)
      {
        return await copy(kept, target, for: handle)
      }
      let policy = isDiskPrompt ? FetchPolicy.networkFirst : .networkOnly
      return try await answer(to: request, policy, .never, for: handle)
    }
  }

  /// Sends a request whose answer is a stream without an end, and returns its head and body.
  func open(_ link: String, fields: WireFields) async throws -> WireResponse? {
    guard let address = environment.configURL.resolving(link) else { return nil }
    var request = WireRequest("GET", address, fields: commonFields)
    for field in fields.all { request.fields[field.name] = field.value }
    request = await fetcher.sender.withCredentials(request, waits: true)
    return try await fetcher.sender.send(request, for: "").response
  }

  /// Answers a request from the cache or the network, as a policy says.
  func answer(
    to request: WireRequest,
    _ policy: FetchPolicy,
    _ retry: RetryPolicy,
    for handle: TaskHandle
  ) async throws -> Answer {
    let target = fetcher.target(of: request.address)
    let mayBeCopy = request.method == "GET" && request.fields["range"] == nil
    var kept: StoredAnswer?
    if mayBeCopy, policy != .networkOnly {
      kept = await answers.answer(from: target, to: request.fields)
    }
    if let kept {
      let age = now - kept.freshness.expires
      switch policy {
      case .freshCopy where age < 0, .copyOnly: return await copy(kept, target, for: handle)
      case .copy(let most) where age < (kept.freshness.mustRevalidate ? 0 : most):
        return await copy(kept, target, for: handle)
      case .freshCopy where now < kept.freshness.staleWhileRevalidateUntil:
        // The copy is taken before the newer answer may come, for which nobody waits.
        let copy = await copy(kept, target, for: handle)
        launch(
          request.address.description,
          fields: request.fields,
          policy: .networkFirst,
          purpose: .background
        )
        return copy
      default: break
      }
    } else if mayBeCopy, policy == .copyOnly {
      let address = request.address.description
      throw RequestError(.notKept, of: handle.id, at: address, "there is no copy")
    }
    while true {
      do {
        let answer = try await fetcher.fetched(request, kept, for: handle)
        retries.add()
        return answer
      } catch {
        let error = RequestError(error, of: handle)
        let mayStandIn = [.unreachable, .timedOut, .failed].contains(error.kind)
        if mayStandIn, let kept, now < kept.freshness.staleIfErrorUntil {
          handle.note { $0.error = error }
          return await copy(kept, target, for: handle)
        }
        try await wait(after: error, of: request, retry, handle)
      }
    }
  }

  /// Waits for the next attempt.
  ///
  /// - Throws: the error of the last attempt, where there is no further one.
  func wait(
    after error: RequestError,
    of request: WireRequest,
    _ retry: RetryPolicy,
    _ handle: TaskHandle
  ) async throws {
    let (attempts, budget) = (handle.record.attempts, retry.budget ?? retries)
    let jitter = budget.random()
    guard
      let time = retry.pause(after: error, of: request, attempts: attempts, jitter: jitter),
      budget.take()
    else { throw error }
    try await pause(time)
    handle.note { $0.attempts += 1 }
  }

  private func copy(_ kept: StoredAnswer, _ target: String, for handle: TaskHandle) async -> Answer
  {
    let collection =
      await answers.collection(from: target) ?? ObjectCollection(.answer(from: target))
    let ids = collection.items.map { $0 }
    let snapshot = await store.load(ids)
    let source: TaskRecord.Source = kept.freshness.isFresh(at: now) ? .copy : .oldCopy
    let duration = fetcher.sender.elapsed() - handle.launch
    handle.note { ($0.source, $0.phases) = (source, [.waited: duration]) }
    handle.feed.join {}
    handle.feed.append(ids, in: store)
    return Answer(
      collection: collection,
      snapshot: snapshot,
      source: source,
      fields: kept.fields,
      bytes: nil,
      next: kept.next
    )
  }
}
