// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters

// A list is asked for by parameters of its own, and tells the service what the service does itself.
extension PlanBuilder {
  /// Notes parameters that the list has anyway.
  func checkParameters(at place: FilePlace, _ findings: inout Findings) {
    let own = ListDeclaration.parameterNames + (plan.list?.toldNames ?? [])
    for parameter in plan.parameters where own.contains(parameter.name) {
      findings.error(
        .badValue,
        at: place,
        "the parameter \"\(parameter.name)\" in \"query\" is one that every list has; expected another name"
      )
    }
  }

  /// Notes what the list leaves to the service and no call tells it, and names that stand for two
  /// things.
  func checkList(at place: FilePlace, _ findings: inout Findings) {
    guard let list = plan.list else { return }
    var used = Set(plan.calls.flatMap(\.variableNames))
    for argument in plan.calls.flatMap(\.arguments.values) {
      if case .pick(let pick) = argument, case .query(let name) = pick.root { used.insert(name) }
    }
    var told = list.keys.flatMap { key in
      FilterQualifier.allCases.compactMap { key.told[$0] }
    }
    if list.isPagedByService {
      told += ["offset", "limit"]
      if list.keys.contains(where: { $0.sortName != nil }) { told.append("sort") }
    }
    for name in Set(told).sorted() where !used.contains(name) {
      findings.error(
        .unknownName,
        at: place,
        "the list leaves \"\(name)\" to the service, but no call passes it on"
      )
    }
    for name in Set(told).sorted() where told.count(where: { $0 == name }) > 1 {
      findings.error(.badValue, at: place, "the list uses the variable \"\(name)\" twice")
    }
    for key in list.keys {
      if list.isPagedByService, key.value != nil {
        findings.error(
          .badValue,
          at: place,
          "the service pages the list, so that only it can sort and filter by \"\(key.name)\"; "
            + "expected the service's names instead of \"value\", such as { sort: \"price\", lessThan: \"below\" }"
        )
      }
      if !list.isPagedByService, key.sortName != nil {
        findings.error(
          .badValue,
          at: place,
          "\"\(key.name)\" has a \"sort\" for the service, which does not page the list: it has no "
            + "\"total\""
        )
      }
    }
  }
}
