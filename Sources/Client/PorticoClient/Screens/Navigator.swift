// SPDX-License-Identifier: Apache-2.0

/// Leads a user through screens: it follows links and the steps of flows, and shows failures as screens.
///
/// Each step of a flow names the next one, so that the server adds and removes steps without a release of the app.
///
/// ```swift
/// let navigator = Navigator(try await client.start(), datatypes)
/// await navigator.start()
/// if let row = navigator.state.screen?.rows.first, let action = row.action {
///   await navigator.perform(action, showing: row.component)
/// }
/// ```
public final class Navigator: Sendable {
  private struct State: Sendable {
    var navigation = NavigationState()
    /// The number of the last navigation: an answer for an earlier one is dropped.
    var number = 0
    var observers: [Int: AsyncStream<NavigationState>.Continuation] = [:]
    var lastObserver = 0
  }

  private let configURL: WebAddress
  private let datatypes: Datatypes
  private let device: String?
  private let firstLink: @Sendable () async throws -> String
  private let load: @Sendable (String) async throws -> Component
  private let betweenFlows: @Sendable () -> Void
  private let inner = Locked(State())

  /// Creates a navigator.
  ///
  /// - Parameters:
  ///   - configURL: the config URL; a link to it starts again.
  ///   - datatypes: what the app can draw.
  ///   - device: the kind of device, such as `phone`: rows for other kinds are left out.
  ///   - firstLink: returns the link of the first screen, from a config that is fetched again.
  ///   - load: returns the document behind a link.
  ///   - betweenFlows: called before a document is loaded while the user is in no flow: where content may change to
  ///     another edition.
  public init(
    at configURL: WebAddress,
    _ datatypes: Datatypes = Datatypes(),
    device: String? = nil,
    firstLink: @escaping @Sendable () async throws -> String,
    load: @escaping @Sendable (String) async throws -> Component,
    betweenFlows: @escaping @Sendable () -> Void = {}
  ) {
    (self.configURL, self.datatypes, self.device) = (configURL, datatypes, device)
    (self.firstLink, self.load, self.betweenFlows) = (firstLink, load, betweenFlows)
  }

  deinit {
    let observers = inner.withLock { $0.observers }
    for observer in observers.values { observer.finish() }
  }

  /// The screens as they are now.
  public var state: NavigationState { inner.withLock { $0.navigation } }

  /// The screens as they are now, and after each change; a slow reader gets the newest alone.
  public var changes: AsyncStream<NavigationState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: NavigationState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = inner.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = continuation
      continuation.yield(state.navigation)
      return state.lastObserver
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.inner.withLock { $0.observers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Shows the first screen, and forgets the others.
  public func start() async { await go(to: configURL, .start) }

  /// Shows the document behind a link.
  public func open(_ link: String) async {
    guard let address = (state.screen?.address ?? configURL).resolving(link) else { return }
    await go(to: address, .link)
  }

  /// Performs an action of a row or screen.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - component: the row's component; an embedded document is shown as the light view until the heavy one has come.
  /// - Returns: whether the action was performed; `false` for one that is the app's own: a view controller, or an
  ///   address outside of the app.
  @discardableResult
  public func perform(_ action: Action, showing component: Component? = nil) async -> Bool {
    switch action {
    case .open(let address):
      let isEmbedded = component?._url?.string.flatMap { configURL.resolving($0) } == address
      await go(to: address, .link, light: isEmbedded ? component : nil)
    case .proceed(let address): await go(to: address, .proceed)
    case .cancel(let address): await go(to: address, .cancel)
    case .show, .openOutside: return false
    }
    return true
  }

  /// Goes back to the screen before.
  public func goBack() {
    change { state in
      state.number += 1
      state.navigation.loading = nil
      state.navigation.goBack()
    }
  }

  /// Loads the document of the screen again; while that fails, the screen stays.
  public func reload() async {
    guard let address = state.screen?.address else { return await start() }
    await go(to: address, .reload)
  }

  /// Keeps a value that the user entered, until the flow ends.
  public func set(_ value: String, for key: String) {
    change { $0.navigation.values[key] = value }
  }

  private func change<Result: Sendable>(
    _ body: @Sendable (inout State) -> Result
  ) -> Result {
    inner.withLock { state in
      let result = body(&state)
      for observer in state.observers.values { observer.yield(state.navigation) }
      return result
    }
  }

  private func go(
    to address: WebAddress,
    _ way: NavigationState.Way,
    light: Component? = nil
  ) async {
    let shown = light.map {
      Screen($0, at: address, datatypes, device: device, condition: .light)
    }
    if !state.isInFlow { betweenFlows() }
    let number = change { state in
      state.number += 1
      state.navigation.loading = address
      if let shown { state.navigation.show(shown, by: way) }
      return state.number
    }
    let isStart = address == configURL
    let screen: Screen?
    do {
      let link = isStart ? try await firstLink() : address.description
      guard let target = configURL.resolving(link) else {
        throw RequestError(.wrongAddress, of: "", at: link, "expected the link of a screen")
      }
      screen = try await loaded(target)
    } catch {
      screen = failed(error, at: address)
    }
    change { state in
      guard state.number == number else { return }
      state.navigation.loading = nil
      guard let screen else { return }
      let isFirst = isStart && !screen.isError
      state.navigation.show(screen, by: isFirst ? .start : shown == nil ? way : .reload)
    }
  }

  /// The document at an address as it is shown now.
  private func shown(at address: WebAddress) -> Component? {
    state.screen.flatMap { $0.address == address && !$0.isError ? $0.document : nil }
  }

  private func loaded(_ address: WebAddress) async throws -> Screen {
    let document = try await load(address.description)
    let whole = shown(at: address)?.updated(by: document) ?? document
    return Screen(whole, at: address, datatypes, device: device)
  }

  /// Returns the screen for a failure; `nil` if nobody waits for it any more.
  private func failed(_ error: any Error, at address: WebAddress) -> Screen? {
    let failure =
      error as? RequestError ?? RequestError(.failed, of: "", at: "\(address)", "\(error)")
    guard !(error is CancellationError), failure.kind != .cancelled else { return nil }
    if failure.kind != .gone, let document = shown(at: address) {
      return Screen(document, at: address, datatypes, device: device, condition: .old(failure))
    }
    var document = Component(failure)
    if document.continueURL == nil, failure.kind == .gone || failure.kind == .wrongRequest {
      document.members["continueURL"] = .string(configURL.description)
    }
    return Screen(document, at: address, datatypes, device: device, condition: .error(failure))
  }
}

extension Navigator {
  /// Creates a navigator for the documents of a session, which begins at the link `home` of the config.
  ///
  /// Between screens that are no steps of a flow it goes on in the session's next one, where there is one.
  public convenience init(
    _ session: Session,
    _ datatypes: Datatypes = Datatypes(),
    device: String? = nil
  ) {
    let current = Locked(session)
    let goOn: @Sendable () -> Session = {
      current.withLock { session in
        session = session.next()
        return session
      }
    }
    let config = session.client.environment.configURL
    self.init(
      at: config,
      datatypes,
      device: device,
      firstLink: {
        guard let link = goOn().config["home"]?.string else {
          let reason = "expected a config with the link \"home\""
          throw RequestError(.unreadable, of: "", at: config.description, reason)
        }
        return link
      },
      load: { link in
        let session = current.withLock { $0 }
        do { return Component(try await session.screen(link).document) } catch {
          // The link may be there in the newer edition, for which the service was asked.
          let next = goOn()
          guard (error as? RequestError)?.kind == .gone, next !== session else { throw error }
          return Component(try await next.screen(link).document)
        }
      },
      betweenFlows: { _ = goOn() }
    )
  }
}
