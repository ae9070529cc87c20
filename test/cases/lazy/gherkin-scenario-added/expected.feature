Feature: Discounts

  Scenario: A customer without a card
    Given a cart of 100 EUR
    When the customer pays
    Then the total is 100 EUR

  Scenario: A customer with a card
    Given a cart of 100 EUR
    And a customer card
    When the customer pays
    Then the total is 90 EUR

  Scenario: A customer with an expired card
    Given a cart of 100 EUR
    And a customer card that expired yesterday
    When the customer pays
    Then the total is 100 EUR

  Scenario: An empty cart
    When the customer pays
    Then nothing happens
