// SPDX-License-Identifier: Apache-2.0

extension ProductSeed {
  static let orchids = products(
    of: "orchids",
    """
    0401-2011-0110 | 3499 | 47 | white
    en | White Moth Orchid | Two stems in a clay pot, in bloom for ten weeks.
    fr | Orchidée papillon blanche | Deux tiges dans un pot de terre, fleuries dix semaines durant.
    de | Weiße Schmetterlingsorchidee | Zwei Rispen im Tontopf, zehn Wochen in Blüte.
    es | Orquídea Mariposa Blanca | Dos varas en maceta de barro, en flor durante diez semanas.
    ja | 白い胡蝶蘭 | 素焼きの鉢に二本立ち、十週間咲き続けます。
    ar | أوركيد الفراشة البيضاء | ساقان في أصيص فخاري، تزهر عشرة أسابيع.

    0402-2012-0305 | 3799 | 44 | violet
    en | Violet Moth Orchid | One tall stem with up to fifteen flowers.
    fr | Orchidée papillon violette | Une haute tige qui porte jusqu'à quinze fleurs.
    de | Violette Schmetterlingsorchidee | Eine hohe Rispe mit bis zu fünfzehn Blüten.
    es | Orquídea Mariposa Violeta | Una vara alta con hasta quince flores.
    ja | 紫の胡蝶蘭 | 十五輪まで咲く背の高い一本立ちです。
    ar | أوركيد الفراشة البنفسجية | ساق طويلة تحمل حتى خمس عشرة زهرة.

    0403-2015-1120 | 4299 | 42 | yellow, brown
    en | Tiger Orchid | Yellow flowers with brown stripes and a scent of honey.
    fr | Orchidée tigre | Fleurs jaunes rayées de brun, au parfum de miel.
    de | Tigerorchidee | Gelbe Blüten mit braunen Streifen, die nach Honig duften.
    es | Orquídea Tigre | Flores amarillas con rayas marrones y aroma de miel.
    ja | タイガーオーキッド | 茶色の縞のある黄色い花が蜂蜜のように香ります。
    ar | أوركيد النمر | أزهار صفراء بخطوط بنية وعطر العسل.

    0404-2019-0430 | 2499 | 39 | pink
    en | Small Orchid for the Desk | A hand high, content with a window to the north.
    fr | Petite orchidée de bureau | Haute d'une main, elle se plaît à une fenêtre au nord.
    de | Kleine Schreibtischorchidee | Eine Hand hoch und mit einem Nordfenster zufrieden.
    es | Orquídea Pequeña de Escritorio | De un palmo de alto, le basta una ventana al norte.
    ja | 机の上の小さな蘭 | 手のひらほどの高さで、北向きの窓でも育ちます。
    ar | أوركيد صغيرة للمكتب | بارتفاع كف اليد وتكفيها نافذة شمالية.

    0405-2021-0117 | 7999 | 46 | white, pink, violet
    en | Orchid Trio | Three orchids that bloom one after the other.
    fr | Trio d'orchidées | Trois orchidées qui fleurissent l'une après l'autre.
    de | Orchideentrio | Drei Orchideen, die nacheinander blühen.
    es | Trío de Orquídeas | Tres orquídeas que florecen una tras otra.
    ja | 蘭のトリオ | 順番に咲いていく三鉢の蘭です。
    ar | ثلاثية الأوركيد | ثلاث زهرات أوركيد تتفتح الواحدة تلو الأخرى.
    """
  )
}
