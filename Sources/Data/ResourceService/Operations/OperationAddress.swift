// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel
import Sites

/// A path with the operations on it by their methods.
struct OperationAddress: Sendable {
  /// The names of the path; `nil` for a parameter.
  private let segments: [String?]
  /// The name behind a colon at the end of the path.
  let verb: String?
  let operations: [Operation]
  /// The place of the name of a type in the path.
  let typePlace: Int?
  let hasID: Bool

  /// All of them, in the order of their first operations.
  static let all: [OperationAddress] = {
    var paths: [String] = []
    for operation in Operation.all where !paths.contains(operation.path) {
      paths.append(operation.path)
    }
    return paths.map { path in
      OperationAddress(path, Operation.all.filter { $0.path == path })
    }
  }()

  /// By the number of names in the path, since every request is looked up.
  static let byLength = Dictionary(grouping: all, by: \.segments.count)

  private init(_ path: String, _ operations: [Operation]) {
    let parts = path.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts[0].split(separator: "/").map(String.init)
    segments = names.map { $0.hasPrefix("{") ? nil : $0 }
    verb = parts.dropFirst().first.map(String.init)
    hasID = names.dropFirst().first == "{id}"
    typePlace = hasID ? 0 : names.first == "_schema" ? nil : names.firstIndex(of: "{type}")
    self.operations = operations
  }

  var path: String { operations.first?.path ?? "" }

  /// The names with which paths of the service begin, for which no type can be found.
  static let reservedNames = Set(all.compactMap(\.root)).subtracting([
    PeopleTypes.users, PeopleTypes.apps, RecordGrants.collection, ResourceSettings.tablesName,
  ])

  /// The name with which the path begins.
  var root: String? { segments.first ?? nil }

  /// Whether a path matches the address; the verb is not compared.
  func matches(_ path: [String]) -> Bool {
    guard path.count == segments.count else { return false }
    for index in segments.indices {
      if let name = segments[index], name != path[index] { return false }
    }
    return true
  }

  func operation(_ method: Method) -> Operation? { operations.first { $0.method == method } }

  /// The methods of operations on the address, for `Allow`.
  static func methods(_ operations: [Operation]) -> [String] {
    operations.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.name] }
  }
}
