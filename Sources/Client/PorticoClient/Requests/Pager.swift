// SPDX-License-Identifier: Apache-2.0
//
// A pager follows the `next` of a page: a link as it is, and the token of a page of records by the parameter
// `page`. Where there is none but a total, it goes on at the offset behind the items that it has. It sets the
// size of a page only where it makes the link itself, and notes that link with the copy of the page before: so
// copies lead to copies, whatever the sizes were.

/// The size of the pages of a list, which adapts to the time that pages take.
public struct PageSize: Sendable {
  /// The number of items of the first page.
  public var first: Int
  /// The fewest and the most items of a page.
  public var bounds: ClosedRange<Int>
  /// The time that a page should take.
  public var time: Duration
  /// The most bytes of a page.
  public var bytes: Int
  /// The parameter of the list for the number of items.
  public var parameter: String
  /// Whether the network is a constrained one, where pages are the smallest.
  public var isConstrained: @Sendable () -> Bool

  /// Creates a size.
  public init(
    first: Int = 20,
    within bounds: ClosedRange<Int> = 5...200,
    time: Duration = .milliseconds(500),
    bytes: Int = 1 << 20,
    parameter: String = "limit",
    isConstrained: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.first, self.bounds, self.time) = (first, bounds, time)
    (self.bytes, self.parameter, self.isConstrained) = (bytes, parameter, isConstrained)
  }

  /// Returns the size after a page: the number of items that takes the wanted time and bytes, at most twice and at
  /// least half of the last one.
  func next(after last: Int, items: Int, took duration: Duration, bytes received: Int) -> Int {
    guard items > 0, received > 0 else { return clamped(last) }
    var most = Double(last) * 2
    if duration > .zero { most = min(most, Double(items) * (time / duration)) }
    most = min(most, Double(items) * Double(bytes) / Double(received))
    return clamped(Int(max(most, Double(last) / 2).rounded(.down)))
  }

  func clamped(_ size: Int) -> Int {
    isConstrained() ? bounds.lowerBound : min(max(size, bounds.lowerBound), bounds.upperBound)
  }
}

/// The pages of a list, each fetched when it is asked for, one after the other.
///
/// ```swift
/// let pages = client.pages("/v1/notes?order=-_created")
/// while let page = try await pages.next() { show(page.objects) }
/// ```
public final class Pager: Sendable, AsyncSequence {
  private struct State: Sendable {
    /// The link to the next page; `nil` behind the last one.
    var link: String?
    var size: Int
    /// The number of items so far, with those before the first page.
    var offset: Int
    /// The page that was asked for last.
    var last: Task<Answer?, any Error>?
  }

  private let client: Client
  private let size: PageSize?
  private let policy: FetchPolicy
  private let retry: RetryPolicy
  private let state: Locked<State>

  init(
    _ link: String,
    _ client: Client,
    _ size: PageSize?,
    _ policy: FetchPolicy,
    _ retry: RetryPolicy
  ) {
    (self.client, self.size, self.policy, self.retry) = (client, size, policy, retry)
    let offset = link.query("offset").flatMap { Int($0) } ?? 0
    var first = State(link: link, size: 0, offset: Swift.max(offset, 0))
    if let size {
      first.size = link.query(size.parameter).flatMap { Int($0) } ?? size.clamped(size.first)
      first.link = link.settingQuery(size.parameter, to: "\(first.size)")
    }
    state = Locked(first)
  }

  /// Fetches the next page; `nil` behind the last one. After a failure the same page is fetched again.
  ///
  /// There is never more than one request: whoever asks meanwhile gets the page behind it.
  public func next() async throws -> Answer? {
    let task = state.withLock { state in
      let before = state.last
      let task = Task { [self] in
        _ = await before?.result
        return try await page()
      }
      state.last = task
      return task
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func page() async throws -> Answer? {
    try Task.checkCancellation()
    let (link, last, offset) = state.withLock { ($0.link, $0.size, $0.offset) }
    guard let link else { return nil }
    let handle = client.launch(link, policy: policy, retry: retry)
    let answer = try await withTaskCancellationHandler {
      try await handle.answer
    } onCancel: {
      handle.cancel()
    }
    let (record, list) = (handle.record, answer.document.flatMap { $0.isFilled ? nil : $0 })
    let items = list?["count"]?.integer.map { Int(clamping: $0) } ?? answer.collection.items.count
    let total = list?["total"]?.integer.map { Int(clamping: $0) } ?? answer.collection.total
    var next = size?.clamped(last) ?? last
    if let size, record.source == .network, let duration = record.latency {
      next = size.next(after: last, items: items, took: duration, bytes: record.bytes)
    }
    let (sum, isBeyond) = offset.addingReportingOverflow(Swift.max(items, 0))
    let behind = isBeyond ? .max : sum
    let sized = size.map { link.settingQuery($0.parameter, to: "\(next)") } ?? link
    var nextLink: String?
    if let named = answer.next {
      let isLink = list != nil || named.contains("/") || named.contains("?")
      nextLink = isLink ? follow(named, from: link) : turn(to: named, from: link, sized)
    } else if let total, items > 0, behind < total, link.query("page") == nil {
      nextLink = sized.settingQuery("offset", to: "\(behind)")
    }
    if let nextLink, nextLink != answer.next { client.lead(from: link, to: nextLink) }
    if let size, let known = nextLink?.query(size.parameter).flatMap({ Int($0) }) { next = known }
    state.withLock { [next, nextLink] state in
      (state.offset, state.size, state.link) = (behind, next, nextLink)
    }
    return answer
  }

  /// Returns the address that a page names; `nil` if that is its own.
  private func follow(_ next: String, from link: String) -> String? {
    let address = client.environment.configURL.resolving(link)
    let resolved = address?.resolving(next)
    return resolved == address ? nil : resolved?.description
  }

  /// Returns the link of the page with a token; `nil` if that is the page's own.
  private func turn(to token: String, from link: String, _ sized: String) -> String? {
    link.query("page") == Substring(token.encodedForQuery)
      ? nil : sized.settingQuery("page", to: token)
  }

  /// Fetches one page after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let pager: Pager

    /// Fetches the next page; `nil` behind the last one.
    public mutating func next() async throws -> Answer? { try await pager.next() }
  }

  /// Returns an iterator; all iterators of a pager share its place in the list.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pager: self) }
}

extension Client {
  /// Notes the link of the page behind one with its copy.
  fileprivate func lead(from link: String, to next: String) {
    guard let address = environment.configURL.resolving(link) else { return }
    answers.lead(from: fetcher.target(of: address), to: next)
  }

  /// Returns the pages of a list.
  ///
  /// - Parameters:
  ///   - link: the link of the first page.
  ///   - size: the number of items of a page; `nil` for that of the service.
  ///   - policy: the use of the cache.
  ///   - retry: the retries of each page.
  public func pages(
    _ link: String,
    size: PageSize? = PageSize(),
    policy: FetchPolicy = .freshCopy,
    retry: RetryPolicy = .never
  ) -> Pager {
    Pager(link, self, size, policy, retry)
  }
}
