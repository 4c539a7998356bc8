// SPDX-License-Identifier: Apache-2.0

/// The screens that a user went through, the newest last, with the steps of the flow that the user is in.
public struct NavigationState: Sendable {
  /// The manner in which a screen was reached.
  enum Way: Sendable {
    case start, link, proceed, cancel
    /// The screen takes the place of the one that is shown.
    case reload
  }

  private struct Entry: Sendable {
    var screen: Screen
    /// Whether the screen is a step of a flow behind its first one.
    var isStep: Bool
  }

  private var entries: [Entry] = []
  /// The address of the document that the user waits for.
  public internal(set) var loading: WebAddress?
  /// The values that the user entered in the flow, by the `key` of their fields.
  public internal(set) var values: [String: String] = [:]

  /// The screen that is shown; `nil` before the first one has come.
  public var screen: Screen? { entries.last?.screen }

  /// The screens that the user can go back to.
  public var previous: [Screen] { entries.dropLast().map(\.screen) }

  /// Whether the screen is a step of a flow, which goes on.
  public var isInFlow: Bool {
    guard let last = entries.last, !last.screen.isError else {
      return entries.last?.isStep ?? false
    }
    return last.isStep || last.screen.proceed != nil
  }

  /// The place of the first step of the flow.
  private var flowStart: Int {
    let last = entries.lastIndex { !$0.isStep } ?? 0
    return min(last, max(entries.count - 1, 0))
  }

  mutating func show(_ screen: Screen, by way: Way) {
    var way = way
    if entries.last?.screen.isError == true, way == .link || way == .proceed {
      // Nobody goes back to an error, and none is a step of a flow.
      (entries, way) = (entries.dropLast(), .link)
    }
    switch way {
    case .start: (entries, values) = ([Entry(screen: screen, isStep: false)], [:])
    case .link:
      let isSame = entries.last?.screen.address == screen.address
      place(screen, isStep: false, at: isSame ? entries.count - 1 : entries.count)
    case .reload: place(screen, isStep: false, at: max(entries.count - 1, 0))
    case .proceed:
      let known = entries[min(flowStart, entries.count)...].lastIndex { entry in
        entry.screen.address == screen.address
      }
      place(screen, isStep: true, at: known ?? entries.count)
    case .cancel:
      let start = flowStart
      let known = entries.dropLast().lastIndex {
        $0.screen.address.isOfSamePath(as: screen.address)
      }
      if known ?? -1 < start { values = [:] }
      place(screen, isStep: false, at: known ?? start)
    }
    endFlow()
  }

  /// Puts a screen at a place, where it stays a step if there is one, and removes those behind it.
  private mutating func place(_ screen: Screen, isStep: Bool, at place: Int) {
    let isStep = place < entries.count ? entries[place].isStep : isStep
    entries.removeSubrange(min(place, entries.count)...)
    entries.append(Entry(screen: screen, isStep: isStep))
  }

  /// A step that leads no further ends its flow: there is no way back into it.
  private mutating func endFlow() {
    guard let last = entries.last, last.isStep, !last.screen.isError, last.screen.proceed == nil
    else { return }
    entries.removeSubrange(flowStart...)
    entries.append(Entry(screen: last.screen, isStep: false))
    values = [:]
  }

  mutating func goBack() {
    if entries.count > 1 { entries.removeLast() }
  }
}

extension WebAddress {
  /// Whether another address differs in its query at most.
  fileprivate func isOfSamePath(as other: WebAddress) -> Bool {
    isOfSameOrigin(as: other) && target.prefix { $0 != "?" } == other.target.prefix { $0 != "?" }
  }
}
