// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel
import ResourceStore

extension RecordReader {
  /// A path of references such as `shop.owner`, each with the type that it leads to.
  typealias Inclusion = [(name: String, target: ResourceType)]

  /// The paths of references whose records `include` asks for beside those of a type.
  func inclusions(
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws(ResourceProblem) -> [Inclusion] {
    let paths = (request.query["include"] ?? "").split(separator: ",")
    guard paths.count <= Relations.mostInclusions else {
      throw ResourceProblem(
        .badParameter,
        "include has \(paths.count) paths; expected at most \(Relations.mostInclusions)"
      )
    }
    return try paths.map { path throws(ResourceProblem) in
      let names = path.split(separator: ".", omittingEmptySubsequences: false)
      guard names.count <= Relations.mostSteps else {
        throw ResourceProblem(
          .badParameter,
          "include has \(path.prefix(60)) with \(names.count) references; expected at most "
            + "\(Relations.mostSteps), one behind another"
        )
      }
      var type = type
      return try names.map { name throws(ResourceProblem) in
        let reference = type.references.first { $0.name == name }
        guard let target = reference?.target.flatMap({ store.types[$0] }) else {
          let among = type.references.map(\.name)
          throw ResourceProblem.unknownName(String(name), in: "include", among: among)
        }
        type = target
        return (String(name), target)
      }
    }
  }

  /// The records that `include` asks for beside others, each once.
  func include(
    _ inclusions: [Inclusion],
    of resources: [Resource],
    _ request: ResourceRequest
  ) throws -> [Resource] {
    var known = Dictionary(resources.map { ($0.id, $0) }) { first, _ in first }
    var asked = Set(known.keys)
    var included: [Resource] = []
    var bytes = context.settings.sizes.page
    for inclusion in inclusions {
      var present = resources
      for (name, target) in inclusion {
        let ids = present.flatMap { $0.texts(of: name).compactMap(ResourceID.init) }
        if RecordAccess(request.caller.principal, to: target).allowsFetch {
          let new = ids.filter { asked.insert($0).inserted }
          let found = try context.views.shown(try store.resources(new, atMost: &bytes), request)
          included += found
          for resource in found { known[resource.id] = resource }
        }
        var last: Set<ResourceID> = []
        present = ids.filter { last.insert($0).inserted }.compactMap { known[$0] }
      }
    }
    return included
  }
}
