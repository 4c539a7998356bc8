// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import HTTPValues
import JSONValues
import Plans

// What a plan calls: the services, what they are told and what becomes of their answers.
extension PlanReader {
  mutating func readCalls(_ calls: MemberReader, _ findings: inout Findings) {
    limit(calls.members.count, PlanReader.maximumCalls, "calls", calls.place, &findings)
    var places: [FilePlace] = []
    named = Set(calls.members.map(\.key))
    for member in calls.members.prefix(PlanReader.maximumCalls) {
      guard let call = call(member, &findings) else { continue }
      plan.calls.append(call)
      places.append(FilePlace(file, member.keyPosition))
    }
    readBodies(calls, &findings)
    for index in plan.calls.indices {
      findDependencies(of: index, at: places[index], &findings)
    }
    refuseCircles(places, &findings)
  }

  private func call(
    _ member: DataDictionary.Member,
    _ findings: inout Findings
  ) -> PlannedCall? {
    let place = FilePlace(file, member.keyPosition)
    guard !member.key.isEmpty, !PlanReader.reservedNames.contains(member.key),
      member.key.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") })
    else {
      findings.error(
        .badValue,
        at: place,
        "\"\(member.key)\" is no name of a call; expected letters, digits and underscores, and "
          + "neither \(PlanReader.reservedNames.joined(separator: " nor "))"
      )
      return nil
    }
    let subject = "the call \"\(member.key)\""
    guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
      return nil
    }
    members.required("backend")
    members.required("path")
    let backend = members.name("backend", &findings)
    let template = members.name("path", &findings)
    defer { members.refuseOthers(&findings) }
    var call: PlannedCall?
    if let backend, let template, let path = path(template, &findings) {
      call = PlannedCall(name: member.key, backend: backend.name, path: path)
      checkBackend(backend, &findings)
    }
    let arguments = arguments(&members, &findings)
    let standIn = standIn(&members, &findings)
    let keepsLast = members.boolean("keepsLast", &findings) ?? false
    let timeout = members.string("timeout", &findings)
      .flatMap { duration($0, "timeout", at: members.place, &findings) }
    let freshness = freshness(&members, &findings)
    let tags = (members.strings("tags", &findings) ?? []).map(\.name)
    let batch = batch(&members, &findings)
    let method = method(&members, &findings)
    let index = index(&members, &findings)
    call?.method = method
    call?.arguments = arguments
    call?.standIn = standIn
    call?.keepsLast = keepsLast
    call?.timeout = timeout
    call?.freshness = freshness
    call?.tags = tags
    call?.batch = batch
    call?.index = index
    return call
  }

  private func path(_ name: PlacedName, _ findings: inout Findings) -> URITemplate? {
    guard name.name.hasPrefix("/") else {
      findings.error(.badValue, at: name.place, "\"\(name.name)\" does not begin with a slash")
      return nil
    }
    do {
      return try URITemplate(parsing: name.name)
    } catch {
      findings.error(
        .badValue,
        at: name.place,
        "this is no URI template: \(error.reason.rawValue)",
        quote: Finding.Quote(name.name, at: error.position)
      )
      return nil
    }
  }

  private func checkBackend(_ name: PlacedName, _ findings: inout Findings) {
    guard !site.backends.contains(where: { $0.name == name.name }) else { return }
    findings.error(
      .unknownName,
      at: name.place,
      "the site has no backend \"\(name.name)\"",
      suggestion: Suggestion.nearest(to: name.name, among: site.backends.map(\.name))
    )
  }

  private func arguments(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> [String: PlanArgument] {
    var arguments: [String: PlanArgument] = [:]
    guard let with = members.reader("with", of: "\"with\"", &findings) else { return [:] }
    for member in with.members {
      switch member.value.content {
      case .string(let text) where Pick.isPick(text):
        // What is wrong has been told; that something is given for the name holds all the same.
        let pick = pick(text, at: member.value.position, &findings)
        arguments[member.key] = pick.map { .pick($0) } ?? .literal("")
      case .string(let text): arguments[member.key] = .literal(text)
      case .integer(let number): arguments[member.key] = .literal("\(number)")
      default:
        findings.error(
          .wrongKind,
          at: FilePlace(file, member.value.position),
          "\"\(member.key)\" is \(member.value.kindName); expected a string, an integer or a pick"
        )
      }
    }
    return arguments
  }

  private func pick(
    _ text: String,
    at position: SourcePosition,
    _ findings: inout Findings
  ) -> Pick? {
    do {
      let pick = try Pick(text)
      guard pick.root != .item else {
        findings.error(
          .badValue,
          at: FilePlace(file, position),
          "\"@\" means an item, and there is none here"
        )
        return nil
      }
      return pick
    } catch {
      findings.error(
        .badValue,
        at: FilePlace(file, position),
        error.description,
        quote: Finding.Quote(text, at: error.offset)
      )
      return nil
    }
  }

  private func standIn(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> PlannedCall.StandIn {
    let isOptional = members.boolean("optional", &findings) ?? false
    guard let otherwise = members.value("otherwise") else { return isOptional ? .nothing : .none }
    var bytes: [UInt8] = []
    try? JSONWriter().write(otherwise, to: &bytes)
    return (try? JSONDocument(bytes)).map { .literal($0) } ?? .nothing
  }

  private func freshness(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> FragmentFreshness {
    var freshness = FragmentFreshness()
    guard var read = members.reader("freshness", of: "\"freshness\"", &findings) else {
      return freshness
    }
    let seconds = PlanReader.freshnessRange
    freshness.standard = read.integer("ttl", in: seconds, &findings) ?? freshness.standard
    freshness.minimum = read.integer("minimum", in: seconds, &findings) ?? freshness.minimum
    freshness.maximum =
      read.integer("maximum", in: seconds, &findings)
      ?? max(freshness.maximum, freshness.standard)
    freshness.staleWhileRevalidate =
      read.integer("staleWhileRevalidate", in: seconds, &findings)
      ?? freshness.staleWhileRevalidate
    freshness.staleIfError =
      read.integer("staleIfError", in: seconds, &findings) ?? freshness.staleIfError
    freshness.absent =
      read.integer("absent", in: PlanReader.absentRange, &findings) ?? freshness.absent
    if freshness.minimum > freshness.maximum {
      findings.error(
        .badValue,
        at: read.place,
        "\"minimum\" is \(freshness.minimum), more than \"maximum\", \(freshness.maximum)"
      )
    }
    read.refuseOthers(&findings)
    return freshness
  }

  private func batch(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> PlannedCall.Batch? {
    guard var read = members.reader("batch", of: "\"batch\"", &findings) else { return nil }
    defer { read.refuseOthers(&findings) }
    read.required("variable")
    guard let variable = read.string("variable", &findings) else { return nil }
    let size =
      read.integer("size", in: PlanReader.batchSizes, &findings) ?? PlanReader.standardBatch
    return PlannedCall.Batch(variable: variable, size: size)
  }

  private func index(
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> PlannedCall.Index? {
    let items = members.name("items", &findings)
    let key = members.name("key", &findings)
    guard let items, let key else {
      if items != nil || key != nil {
        findings.error(
          .missingKey,
          at: members.place,
          "\"items\" and \"key\" go together: where things are, and what tells them apart"
        )
      }
      return nil
    }
    guard let itemsPath = jsonPath(items, root: "$", &findings),
      let keyPath = jsonPath(key, root: "@", &findings)
    else { return nil }
    return PlannedCall.Index(items: itemsPath, key: keyPath)
  }

  private func jsonPath(
    _ name: PlacedName,
    root: String,
    _ findings: inout Findings
  ) -> JSONPath? {
    guard name.name.hasPrefix(root) else {
      findings.error(.badValue, at: name.place, "\"\(name.name)\" does not begin with \(root)")
      return nil
    }
    do {
      return try JSONPath("$" + name.name.dropFirst())
    } catch {
      findings.error(
        .badValue,
        at: name.place,
        "\(error.kind.rawValue): found \(error.seen), expected \(error.expected)",
        quote: Finding.Quote(name.name, at: error.offset)
      )
      return nil
    }
  }
}
