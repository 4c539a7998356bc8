// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Plans

/// Reads what a site says of a service behind it.
enum BackendReader {
  static let answerBytes = 1...1_073_741_824

  /// - Parameter names: of all backends.
  static func backend(
    _ member: DataDictionary.Member,
    in file: String,
    among names: [String],
    _ findings: inout Findings
  ) -> BackendDeclaration? {
    let subject = "the backend \"\(member.key)\""
    guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
      return nil
    }
    var backend = BackendDeclaration(name: member.key)
    readAddresses(&backend, &members, &findings)
    if let text = members.string("timeout", &findings) {
      if let timeout = PlanReader.duration(text) {
        backend.timeout = timeout
      } else {
        findings.error(
          .badValue,
          at: members.place,
          "\"timeout\" is \"\(text)\"; expected 1ms to 60s, such as 800ms or 2s"
        )
      }
    }
    backend.maximumBytes =
      members.integer("maximumBytes", in: answerBytes, &findings) ?? backend.maximumBytes
    backend.health = members.string("health", &findings)
    backend.retries =
      members.integer("retries", in: BackendDeclaration.mostRetries, &findings) ?? backend.retries
    backend.hedge =
      members.integer("hedge", in: BackendDeclaration.hedges, &findings) ?? backend.hedge
    backend.concurrency =
      members.integer("concurrency", in: BackendDeclaration.concurrencies, &findings)
      ?? backend.concurrency
    backend.seesCredentials = members.boolean("credentials", &findings) ?? false
    backend.mirror = MirrorReader.mirror(of: member.key, &members, among: names, &findings)
    members.refuseOthers(&findings)
    return backend
  }

  private static func readAddresses(
    _ backend: inout BackendDeclaration,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) {
    guard let value = members.required("addresses", &findings) else { return }
    let elements = if case .array(let list) = value.content { list } else { [value] }
    backend.addresses = elements.compactMap { address($0, in: members.file, &findings) }
    guard !backend.addresses.isEmpty, backend.addresses.allSatisfy({ $0.weight == 0 }) else {
      return
    }
    findings.error(
      .badValue,
      at: members.place(of: value),
      "no address of \(members.subject) gets anything; expected one with a weight above 0"
    )
  }

  /// An address alone, or with its weight.
  private static func address(
    _ value: DataValue,
    in file: String,
    _ findings: inout Findings
  ) -> BackendDeclaration.Address? {
    switch value.content {
    case .string(let text):
      return AddressReader.service.address(
        PlacedName(text, at: FilePlace(file, value.position)),
        &findings
      )
    case .dictionary:
      guard var members = MemberReader(value, of: "the address", in: file, &findings) else {
        return nil
      }
      _ = members.required("address", &findings)
      let name = members.name("address", &findings)
      let weights = BackendDeclaration.Address.weights
      let weight = members.integer("weight", in: weights, &findings)
      members.refuseOthers(&findings)
      var address = name.flatMap { AddressReader.service.address($0, &findings) }
      if let weight { address?.weight = weight }
      return address
    default:
      findings.error(
        .wrongKind,
        at: FilePlace(file, value.position),
        "an address is \(value.kindName); expected a string, or a dictionary with address and weight"
      )
      return nil
    }
  }
}
