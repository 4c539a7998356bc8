// SPDX-License-Identifier: Apache-2.0

package import ContentResolution

extension Edition {
  /// The class that the edition puts a visitor in.
  package func audience(of visitor: Visitor) -> Audience { words.audience(of: visitor) }

  /// How many audiences a document and all it leads to tell apart, each language counted as one.
  package func audienceCount(of number: DocumentNumber) -> Int {
    BudgetCheck.count(of: classes(of: number), matcher)
  }

  /// By what a document and all it leads to tell visitors apart.
  package func dimensionNames(of number: DocumentNumber) -> [String] {
    let classes = classes(of: number)
    return (classes.dependsOnLanguage ? ["language"] : [])
      + classes.dimensions.map { words.title(of: $0) }
  }
}
