// SPDX-License-Identifier: Apache-2.0

extension ProductSeed {
  static let baskets = products(
    of: "baskets",
    """
    0101-2010-0611 | 3999 | 50 | white, yellow, pink
    en | Country Charm Basket | Roses, daisies and lilies in a basket, tied by hand.
    fr | Corbeille Charme champêtre | Roses, marguerites et lys dans une corbeille, \
    composée à la main.
    de | Korb Landliebe | Rosen, Margeriten und Lilien im Korb, von Hand gebunden.
    es | Cesta Encanto Rural | Rosas, margaritas y lirios en una cesta, atados a mano.
    ja | カントリーチャーム・バスケット | バラ、デイジー、ユリを手で束ねたバスケットです。
    ar | سلة سحر الريف | ورود وأقحوان وزنابق في سلة منسقة يدويًا.

    0102-2011-0320 | 4499 | 46 | yellow, orange
    en | Morning Market Basket | Sunflowers and asters as they come from the market.
    fr | Corbeille Matin de marché | Tournesols et asters comme ils arrivent du marché.
    de | Korb Morgenmarkt | Sonnenblumen und Astern, wie sie vom Markt kommen.
    es | Cesta Mañana de Mercado | Girasoles y ásteres recién llegados del mercado.
    ja | 朝市のバスケット | 市場から届いたばかりのヒマワリとアスターです。
    ar | سلة سوق الصباح | دوار الشمس وزهور النجمة كما تصل من السوق.

    0103-2012-0214 | 5499 | 44 | red, white
    en | Strawberry Meadow Basket | Red roses and white daisies around a bowl of moss.
    fr | Corbeille Pré aux fraises | Roses rouges et marguerites blanches autour d'un lit de mousse.
    de | Korb Erdbeerwiese | Rote Rosen und weiße Margeriten um ein Bett aus Moos.
    es | Cesta Prado de Fresas | Rosas rojas y margaritas blancas alrededor de un lecho de musgo.
    ja | いちご畑のバスケット | 苔を囲む赤いバラと白いデイジーです。
    ar | سلة مرج الفراولة | ورود حمراء وأقحوان أبيض حول فراش من الطحالب.

    0104-2014-0901 | 4999 | 42 | blue, violet
    en | Harbour Blue Basket | Delphinium, thistle and hydrangea in a willow basket.
    fr | Corbeille Bleu du port | Delphinium, chardon et hortensia dans un panier d'osier.
    de | Korb Hafenblau | Rittersporn, Distel und Hortensie im Weidenkorb.
    es | Cesta Azul del Puerto | Espuela de caballero, cardo y hortensia en un cesto de mimbre.
    ja | 港の青いバスケット | デルフィニウム、アザミ、アジサイを柳のかごに入れました。
    ar | سلة زرقة الميناء | دلفينيوم وشوك وكوبية في سلة من الصفصاف.

    0105-2016-1015 | 5999 | 47 | orange, brown
    en | Harvest Home Basket | Chrysanthemums, dahlias and ears of wheat for the table.
    fr | Corbeille Fin des moissons | Chrysanthèmes, dahlias et épis de blé pour la table.
    de | Korb Erntedank | Chrysanthemen, Dahlien und Weizenähren für den Tisch.
    es | Cesta Fin de Cosecha | Crisantemos, dalias y espigas de trigo para la mesa.
    ja | 収穫のバスケット | 菊、ダリア、小麦の穂を食卓に添えます。
    ar | سلة موسم الحصاد | أقحوان وداليا وسنابل قمح لمائدتك.
    """
  )
}
