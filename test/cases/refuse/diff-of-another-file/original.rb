class Parser
  def initialize(text)
    @words = text.split
  end

  def next_word
    @words.shift
  end
end
