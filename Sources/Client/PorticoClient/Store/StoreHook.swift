// SPDX-License-Identifier: Apache-2.0

/// Hooks for changes of objects of a type: one that may refuse a change, and one that is told of it.
///
/// ```swift
/// store.addHook(
///   StoreHook(of: "note", before: { _, new in
///     if new?["text"]?.string?.isEmpty ?? false { throw EmptyNote() }
///   })
/// )
/// ```
public struct StoreHook: Sendable {
  /// A change: the object as it is, and as it is to be; `nil` where there is none.
  public typealias Change = (old: StoredObject?, new: StoredObject?)

  let type: String?
  let condition: @Sendable (Change) -> Bool
  let before: @Sendable (Change) throws -> Void
  let after: @Sendable (Change) -> Void

  /// - Parameters:
  ///   - type: the beginning of the ids of the type; `nil` for objects of all types.
  ///   - condition: whether the other two are called.
  ///   - before: refuses a change by an error: an object of an answer is left out, a write is not made.
  ///   - after: is told of a change that was made.
  public init(
    of type: String? = nil,
    where condition: @escaping @Sendable (Change) -> Bool = { _ in true },
    before: @escaping @Sendable (Change) throws -> Void = { _ in },
    after: @escaping @Sendable (Change) -> Void = { _ in }
  ) {
    self.type = type
    self.condition = condition
    self.before = before
    self.after = after
  }

  func isAbout(_ change: Change) -> Bool {
    guard let id = (change.new ?? change.old)?.id else { return false }
    return (type.map { id.hasPrefix($0 + "-") } ?? true) && condition(change)
  }
}
